// Package sql carries the migrations of both databases; the queries beside them are sqlc's source.
package sql

import "embed"

// Migrations holds sqlite/migrations and postgres/migrations.
//
//go:embed sqlite/migrations/*.sql postgres/migrations/*.sql
var Migrations embed.FS
