package postgres

// MigrationLock is the advisory lock that a server holds while it migrates.
const MigrationLock = migrationLock
