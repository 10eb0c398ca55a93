package filter

// comparison reads a property and a constant with an operator between them, or a property alone.
func (p *parser) comparison() (Expr, *Error) {
	if p.count++; p.count > MaxComparisons {
		return nil, tooMany(p.token.span)
	}
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
		return &Constant{left.span, left.text == "true"}, nil
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
		hint := "Write a property or a constant without parentheses."
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
			hint = "You can compare a property only with a constant: if " + right.text +
				" is a string, write " + Quote(right.text) + "."
		}
		return nil, unsupported(at, hint)
	case left.kind != wordToken && right.kind != wordToken:
		return nil, unsupported(at, "You can compare a constant only with a property.")
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
