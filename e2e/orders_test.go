package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// ordersServer makes this program an MCP server of somebody else's when it is set: one with a tool that knows orders.
const ordersServer = "E2E_ORDERS_SERVER"

type findOrder struct {
	ID string `json:"id"`
}

// serveOrders serves over standard input and output until they end.
func serveOrders() error {
	server := sdk.NewServer(&sdk.Implementation{Name: "orders", Version: "1"}, nil)
	sdk.AddTool(server, &sdk.Tool{Name: "find_order", Description: "Finds an order."},
		func(_ context.Context, _ *sdk.CallToolRequest, asked findOrder) (*sdk.CallToolResult, any, error) {
			note, err := os.ReadFile(filepath.Join("notes", "ready"))
			if err != nil {
				return nil, nil, err
			}
			text := fmt.Sprintf("order %s in %s, note %s, key of %d bytes", asked.ID, os.Getenv("REGION"), note, len(os.Getenv("ORDERS_KEY")))
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil, nil
		})
	sdk.AddTool(server, &sdk.Tool{Name: "cancel_order", Description: "Cancels an order."},
		func(context.Context, *sdk.CallToolRequest, findOrder) (*sdk.CallToolResult, any, error) {
			return nil, nil, fmt.Errorf("orders can't be cancelled")
		})
	return server.Run(context.Background(), &sdk.StdioTransport{})
}
