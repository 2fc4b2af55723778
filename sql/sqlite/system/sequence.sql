-- What SQLite makes by itself for AUTOINCREMENT, so that sqlc knows it. No migration runs this.
CREATE TABLE sqlite_sequence (name TEXT NOT NULL, seq INTEGER NOT NULL);
