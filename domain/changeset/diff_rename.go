package changeset

import "heddle.dev/heddle/domain/document/rawjson"

// renamedNodes pairs the nodes that vanished with those that appeared where they
// differ in nothing but the id, and where no other node could be meant. The result
// maps new ids to old ones.
func renamedNodes(before, after elements) map[string]string {
	vanished, appeared := fingerprints(before, after), fingerprints(after, before)
	renamed := map[string]string{}
	for fingerprint, old := range vanished {
		if current := appeared[fingerprint]; len(old) == 1 && len(current) == 1 {
			renamed[current[0]] = old[0]
		}
	}
	return renamed
}

// fingerprints groups the ids that only the one list has by the canonical form of
// everything else about the nodes.
func fingerprints(of, other elements) map[string][]string {
	groups := map[string][]string{}
	for _, node := range of.all {
		if _, known := other.byID[node.id]; node.id != "" && !known {
			fingerprint := string(rawjson.Canonical(without(node.text, "id", "position")))
			groups[fingerprint] = append(groups[fingerprint], node.id)
		}
	}
	return groups
}
