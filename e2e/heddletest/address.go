package heddletest

import (
	"fmt"
	"net"
	"os"
	"sync/atomic"
)

// Servers get addresses outside of the range from which the system gives ports to connections, so that one can be
// started again where it was.
const (
	firstPort = 20000
	portCount = 10000
)

var portsGiven atomic.Int64

// freeAddress answers a loopback address that nobody listens on.
func freeAddress() (string, error) {
	const spread = 97 // test processes that run at once start far from each other
	for range portCount {
		n := int64(os.Getpid())*spread + portsGiven.Add(1)
		address := fmt.Sprintf("127.0.0.1:%d", firstPort+n%portCount)
		if socket, err := net.Listen("tcp", address); err == nil {
			return address, socket.Close()
		}
	}
	return "", fmt.Errorf("no port from %d to %d is free", firstPort, firstPort+portCount)
}
