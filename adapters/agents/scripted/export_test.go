package scripted

// PersonsWords shows what playbooks are chosen by.
var PersonsWords = personsWords
