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
		return nil, syntaxError(p.source, p.token.span, "A parenthesis is not closed: add ).")
	}
	if p.token.kind != closing {
		return nil, p.unexpected("and, or, or )")
	}
	p.take()
	if _, compared := p.operator(); compared {
		return nil, unsupported(Span{open.Start, p.token.span.End},
			"Only a property compares with a constant: leave the comparison out, or write not.")
	}
	return e, nil
}

// comparison reads a property and a constant with an operator between them, or a property alone.
func (p *parser) comparison() (Expr, *Error) {
	left, err := p.operand()
	if err != nil {
		return nil, err
	}
	op, compared := p.operator()
	if !compared {
		return p.alone(left)
	}
	p.take()
	right, err := p.operand()
	if err != nil {
		return nil, err
	}
	if err := p.arithmetic(right); err != nil {
		return nil, err
	}
	if right.kind == wordToken && p.token.kind == constant {
		hint := "Leave out the space: " + right.text + p.token.text + "."
		return nil, syntaxError(p.source, p.token.span, hint)
	}
	e, err := compare(left, op, right)
	if err != nil {
		return nil, err
	}
	if _, again := p.operator(); again {
		at := Span{left.span.Start, p.token.span.End}
		return nil, unsupported(at, "Comparisons are joined by and.")
	}
	return e, nil
}

// alone makes an expression of an operand that isn't followed by a comparison operator.
func (p *parser) alone(left token) (Expr, *Error) {
	if err := p.arithmetic(left); err != nil {
		return nil, err
	}
	follows := p.token.kind == endToken || p.token.kind == closing || p.at("and") || p.at("or")
	switch {
	case !follows:
		err := p.unexpected("an operator: eq, ne, gt, ge, lt or le")
		if hint := wordHint(left.text); hint != "" { // NOT was read as a property, for example
			err.Hint = hint
		}
		return nil, err
	case left.kind == wordToken:
		return &Boolean{left.span, left.text}, nil
	case left.text == "true" || left.text == "false":
		return nil, unsupported(left.span, "A condition names a property: leave "+left.text+" out.")
	default:
		hint := "Compare the constant with a property: Name eq " + left.text + "."
		return nil, syntaxError(p.source, left.span, hint)
	}
}

// operand reads a property or a constant.
func (p *parser) operand() (token, *Error) {
	switch p.token.kind {
	case constant, nullToken:
		return p.take(), nil
	case minus:
		return token{}, unsupported(p.token.span, calculation)
	case pathToken:
		path := p.take()
		if p.token.kind == opening {
			return token{}, p.call(path)
		}
		return token{}, unsupported(path.span, "An entity has no properties inside properties.")
	case wordToken:
		if reserved(p.token.text) {
			break
		}
		name := p.take()
		if p.token.kind == opening {
			return token{}, p.call(name)
		}
		return name, nil
	case opening:
		hint := "A property or a constant stands without parentheses."
		return token{}, syntaxError(p.source, p.token.span, hint)
	}
	return token{}, p.unexpected("a property or a constant")
}

// call refuses a function. It reads up to the closing parenthesis, because the hint depends on the
// arguments.
func (p *parser) call(name token) *Error {
	var args []token
	p.take()
	for depth := 1; p.token.kind != endToken; {
		t := p.take()
		if t.kind == opening {
			depth++
		} else if t.kind == closing {
			if depth--; depth == 0 {
				break
			}
		}
		args = append(args, t)
	}
	return unsupported(Span{name.span.Start, p.last}, functionHint(name.text, args))
}

// arithmetic refuses an operand that is followed by an operator that the service doesn't support.
func (p *parser) arithmetic(left token) *Error {
	if p.token.kind != wordToken {
		return nil
	}
	at := Span{left.span.Start, p.token.span.End}
	switch p.token.text {
	case "add", "sub", "mul", "div", "mod":
		return unsupported(at, calculation)
	case "in":
		return unsupported(at, "Name the alternatives one by one: "+
			left.text+" eq 'a' or "+left.text+" eq 'b'.")
	default:
		return nil
	}
}

// compare makes a comparison with the property on the left.
func compare(left token, op Operator, right token) (Expr, *Error) {
	at := Span{left.span.Start, right.span.End}
	switch {
	case left.kind == wordToken && right.kind == wordToken:
		hint := caseHint(right.text)
		if hint == "" {
			hint = "A property compares with a constant only: if " + right.text +
				" is text, write " + quote(right.text) + "."
		}
		return nil, unsupported(at, hint)
	case left.kind != wordToken && right.kind != wordToken:
		return nil, unsupported(at, "A constant compares with a property only.")
	case right.kind == nullToken:
		return nil, nullError(at, left.text, op)
	case left.kind == nullToken:
		return nil, nullError(at, right.text, op)
	case left.kind == wordToken:
		return &Compare{at, left.text, op, right.value}, nil
	default:
		return &Compare{at, right.text, op.Swapped(), left.value}, nil
	}
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
		hint = "This ) closes nothing: leave it out."
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
