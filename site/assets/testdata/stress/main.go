// Stress asks of Go's runtime what it reads its description of the functions for: to move deep stacks,
// to find pointers in them, to recover, and to notice a deadlock. Each line that it prints is a sum or a
// panic's message; it ends in the deadlock.
package main

import (
	"runtime"
	"runtime/debug"
)

func main() {
	debug.SetGCPercent(1)
	at := 1
	println(deep(2000, &at), at)
	println(grow(9).sum())
	println(beside())
	println(caught(func() { panic("a word") }))
	println(caught(func() { var none *tree; none.word = "" }))
	println(caught(func() { var none []int; none[at] = 1 }))
	println(caught(func() { println(1 / (at - at)) }))
	println(caught(func() { var none map[string]int; none[""] = 1 }))
	println(caught(func() { println(any(at).(string)) }))
	println(caught(func() {
		defer func() { panic("again " + recover().(string)) }()
		panic("first")
	}))
	println(caught(func() {
		defer func() { func() { recover() }() }() // too deep to recover
		panic("not caught below")
	}))
	<-make(chan int)
}

// deep has pointers in each of its frames, which move when the stack grows.
func deep(n int, at *int) int {
	var local [16]*int
	for i := range local {
		local[i] = &[]int{n + i}[0]
	}
	defer func() { *at += *local[n%16] }()
	if n == 0 {
		runtime.GC()
		return *at
	}
	sum := deep(n-1, at)
	for _, p := range local {
		sum += *p
	}
	return sum
}

type tree struct {
	left, right *tree
	word        string
	named       map[string]*tree
}

func grow(n int) *tree {
	if n == 0 {
		return &tree{word: string([]byte("leaf"))}
	}
	t := &tree{grow(n - 1), grow(n - 1), string(make([]byte, n)), map[string]*tree{}}
	t.named["left"] = t.left
	return t
}

func (t *tree) sum() int {
	if t == nil {
		return 0
	}
	return len(t.word) + t.left.sum() + t.right.sum() + len(t.named)
}

// beside grows stacks of several goroutines at a time.
func beside() (sum int) {
	sums := make(chan int)
	for i := range 10 {
		go func() {
			at := i
			defer func() { sums <- at }()
			deep(100+i, &at)
			if i%2 == 0 {
				runtime.Goexit()
			}
		}()
	}
	for range 10 {
		sum += <-sums
	}
	return sum
}

func caught(f func()) (message string) {
	defer func() {
		switch r := recover().(type) {
		case string:
			message = r
		case error:
			message = r.Error()
		}
	}()
	f()
	return "nothing"
}
