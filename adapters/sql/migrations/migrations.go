// Package migrations brings a database to the newest schema, also after a crash in the middle.
package migrations

import (
	"errors"
	"fmt"

	"github.com/golang-migrate/migrate/v4"
	"github.com/golang-migrate/migrate/v4/database"
	"github.com/golang-migrate/migrate/v4/source/iofs"

	heddlesql "heddle.dev/heddle/sql"
)

// Applied tells whether the migration with this number left its mark in the table schema_marks, which each
// migration writes with its last statement.
type Applied func(version int) (bool, error)

// Up applies what is missing. Engine is the folder's name, "sqlite" or "postgres". The driver is closed.
//
// A crash leaves the database marked as dirty at a version that was applied or was not; its mark tells which.
func Up(engine string, driver database.Driver, applied Applied) (err error) {
	source, err := iofs.New(heddlesql.Migrations, engine+"/migrations")
	if err != nil {
		return err
	}
	m, err := migrate.NewWithInstance("iofs", source, engine, driver)
	if err != nil {
		return err
	}
	defer func() {
		sourceErr, databaseErr := m.Close()
		err = errors.Join(err, sourceErr, databaseErr)
	}()
	if err := repair(m, applied); err != nil {
		return err
	}
	if err := m.Up(); err != nil && !errors.Is(err, migrate.ErrNoChange) {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func repair(m *migrate.Migrate, applied Applied) error {
	version, dirty, err := m.Version()
	if errors.Is(err, migrate.ErrNilVersion) || (err == nil && !dirty) {
		return nil
	}
	if err != nil {
		return err
	}
	at := int(version)
	done, err := applied(at)
	if err != nil {
		return err
	}
	if !done {
		at--
	}
	if at == 0 {
		at = database.NilVersion
	}
	return m.Force(at)
}
