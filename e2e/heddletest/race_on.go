//go:build race

package heddletest

const raceDetector = true
