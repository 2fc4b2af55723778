DROP TABLE usage_records;
DROP TABLE session_questions;
DELETE FROM schema_marks WHERE version = 12;
