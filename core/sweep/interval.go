package sweep

import "math"

// student has the 97.5 % quantiles of Student's t distribution for 1 to 30
// degrees of freedom: half of the 95 % interval of a mean, in standard errors.
var student = [...]float64{
	12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
	2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
	2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
}

// sparse are some beyond, and the normal distribution's at the end.
var sparse = [...]struct{ freedom, t float64 }{
	{30, 2.042}, {40, 2.021}, {60, 2.000}, {120, 1.980}, {math.Inf(1), 1.960},
}

// quantile is between the entries of the table linear in 1/freedom.
func quantile(freedom int) float64 {
	if freedom <= len(student) {
		return student[freedom-1]
	}
	f, i := float64(freedom), 1
	for f > sparse[i].freedom {
		i++
	}
	a, b := sparse[i-1], sparse[i]
	return b.t + (a.t-b.t)*(1/f-1/b.freedom)/(1/a.freedom-1/b.freedom)
}

func average(all []float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += x
	}
	return sum / float64(len(all))
}

// halfWidth is half of the 95 % confidence interval of the mean of independent
// values; NaN for fewer than two.
func halfWidth(all []float64) float64 {
	n := len(all)
	if n < 2 {
		return math.NaN()
	}
	mean, squares := average(all), 0.0
	for _, x := range all {
		squares += (x - mean) * (x - mean)
	}
	return quantile(n-1) * math.Sqrt(squares/float64(n-1)/float64(n))
}
