package filter

import "strings"

// Parse reads a $filter. A blank one is nil and no error. The error is an *Error.
//
// Precedence, highest first: comparisons, not, and, or.
func Parse(source string) (Expr, error) {
	if strings.Trim(source, spaces) == "" {
		return nil, nil
	}
	p := &parser{source: source, token: scan(source, 0)}
	e, err := p.or()
	if err == nil && p.token.kind != endToken {
		err = p.unexpected("and, or, or the end of the filter")
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// parser is a recursive descent parser with one token of lookahead.
type parser struct {
	source string
	token  token // the next one
	last   int   // where the token before it ends
	depth  int   // of parentheses and nots
	count  int   // of comparisons
}

func (p *parser) take() token {
	t := p.token
	p.last = t.span.End
	p.token = scan(p.source, p.last)
	return t
}

// at reports whether the next token is the word.
func (p *parser) at(word string) bool { return p.token.kind == wordToken && p.token.text == word }

// operator returns the next token as a comparison operator, if it is one.
func (p *parser) operator() (op Operator, ok bool) {
	if p.token.kind != wordToken {
		return 0, false
	}
	return parseOperator(p.token.text)
}

func (p *parser) or() (Expr, *Error) {
	start := p.token.span.Start
	operands, err := p.chain("or", p.and)
	if err != nil || len(operands) == 1 {
		return operands[0], err
	}
	return &Or{Span{start, p.last}, operands}, nil
}

func (p *parser) and() (Expr, *Error) {
	start := p.token.span.Start
	operands, err := p.chain("and", p.unary)
	if err != nil || len(operands) == 1 {
		return operands[0], err
	}
	return &And{Span{start, p.last}, operands}, nil
}

// chain reads one or more operands separated by the word.
func (p *parser) chain(word string, operand func() (Expr, *Error)) ([]Expr, *Error) {
	var operands []Expr
	for {
		e, err := operand()
		operands = append(operands, e)
		if err != nil || !p.at(word) {
			return operands, err
		}
		p.take()
	}
}

func (p *parser) unary() (Expr, *Error) {
	switch {
	case p.at("not"):
		return p.not()
	case p.token.kind == opening:
		return p.nested(p.group)
	default:
		return p.comparison()
	}
}

// not reads a negation. A parenthesis right after the word doesn't add to the depth, so that the
// parentheses that String adds never make a filter too deep.
func (p *parser) not() (Expr, *Error) {
	start := p.take().span.Start
	operand := p.unary
	if p.token.kind == opening {
		operand = p.group
	}
	e, err := p.nested(operand)
	if err != nil {
		return nil, err
	}
	return &Not{Span{start, p.last}, e}, nil
}

// nested reads one level deeper.
func (p *parser) nested(read func() (Expr, *Error)) (Expr, *Error) {
	if p.depth == MaxDepth {
		return nil, tooDeep(p.token.span)
	}
	p.depth++
	e, err := read()
	p.depth--
	return e, err
}

// group reads an expression in parentheses.
func (p *parser) group() (Expr, *Error) {
	open := p.take().span
	e, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.token.kind == endToken {
		return nil, syntaxError(p.source, p.token.span, "A parenthesis isn't closed: add ).")
	}
	if p.token.kind != closing {
		return nil, p.unexpected("and, or, or )")
	}
	p.take()
	if _, compared := p.operator(); compared {
		return nil, unsupported(Span{open.Start, p.token.span.End},
			"Only a property can be compared with a constant: leave out the comparison, or write not.")
	}
	return e, nil
}

// unexpected refuses the next token, because want was expected.
func (p *parser) unexpected(want string) *Error {
	t := p.token
	hint := t.hint
	switch {
	case hint != "":
	case t.kind == wordToken:
		hint = wordHint(t.text)
	case t.kind == closing && p.depth == 0:
		hint = "This ) doesn't close anything: leave it out."
	case t.kind == endToken:
		hint = "The filter ends too early: expected " + want + "."
	}
	if hint == "" {
		hint = "Expected " + want + "."
	}
	return syntaxError(p.source, t.span, hint)
}

// reserved reports whether the word can't be the name of a property in a filter.
func reserved(word string) bool {
	_, isOperator := parseOperator(word)
	return isOperator || word == "and" || word == "or" || word == "not"
}
