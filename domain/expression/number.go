package expression

// NumberType says as what a number is computed with.
type NumberType int

// The number types.
const (
	ByText NumberType = iota // undeclared: digits only make an int, a point or an exponent a double
	Double                   // declared as number
	Int                      // declared as integer
)
