import { nodeTypes } from "./document";
import type { DocumentEditor } from "./editing";
import { isNull, JsonObject, type JsonText, kindOf, stringOf } from "./json";
import { checkEdgeFields, checkMetadata, malformed, misspelt, Refusal, Shape } from "./opShape";
import { didYouMean } from "./spelling";

/** Makes a change, or throws a Refusal that says why the document does not allow it. */
type Apply = (editor: DocumentEditor) => void;

const opFields = {
  addNode: { fields: ["node"], parse: addNode },
  updateNode: { fields: ["id", "patch", "unset"], parse: updateNode },
  renameNode: { fields: ["id", "newId"], parse: renameNode },
  removeNode: { fields: ["id"], parse: removeNode },
  addEdge: { fields: ["edge"], parse: addEdge },
  updateEdge: { fields: ["id", "patch", "unset"], parse: updateEdge },
  removeEdge: { fields: ["id"], parse: removeEdge },
  metadata: { fields: ["patch"], parse: metadata },
} satisfies Record<string, { fields: string[]; parse: (op: Shape) => Apply }>;

const isOpKind = (kind: string): kind is keyof typeof opFields => Object.hasOwn(opFields, kind);

/** Reads an op. What is wrong with its shape is refused in its turn, since what comes before may be refused first. */
export function parseOp(text: JsonText): Apply {
  try {
    const object = JsonObject.parse(text);
    if (!object) {
      throw malformed(`an op is a JSON object, not ${kindOf(text)}`);
    }
    const kind = new Shape(object, "the op").text("op");
    if (!isOpKind(kind)) {
      throw malformed(`there is no op "${kind}"${didYouMean(kind, "ops", Object.keys(opFields))}`);
    }
    const shape = new Shape(object, kind);
    shape.only(["op", ...opFields[kind].fields]);
    return opFields[kind].parse(shape);
  } catch (refusal) {
    return () => {
      throw refusal;
    };
  }
}

function addNode(op: Shape): Apply {
  const node = op.child("node");
  const id = node.id("id");
  const type = node.text("type");
  if (!nodeTypes.some((known) => known === type)) {
    throw malformed(`there is no node type "${type}"${didYouMean(type, "types", nodeTypes)}`);
  }
  node.text("name");
  node.child("config");
  const text = node.object.toString();
  return (editor) => {
    if (!editor.canAddNode) {
      throw malformed(`node "${id}" can't be added, since the document's "nodes" is no list`);
    }
    const taken = editor.node(id);
    if (taken) {
      throw new Refusal("duplicate-id", `there already is a node "${id}" (${taken.type} "${taken.name}")`);
    }
    editor.addNode(text);
  };
}

function updateNode(op: Shape): Apply {
  const id = op.text("id");
  const patch = op.child("patch");
  patch.only(["name", "config"]);
  const name = patch.object.get("name");
  if (name !== undefined) {
    patch.text("name");
  }
  const changes = patch.object.has("config") ? patch.child("config").object : JsonObject.empty;
  const unset = op.unset(changes);
  return (editor) => {
    const node = editor.node(id);
    if (!node) {
      throw nodeMissing(editor, id);
    }
    let object = name === undefined ? node.object : node.object.with("name", name);
    const config = JsonObject.parse(node.configText);
    if (changes.size > 0 || (config && unset.length > 0)) {
      object = object.with("config", (config ?? JsonObject.empty).edited(changes.entries(), unset).toString());
    }
    editor.replaceNode(id, object.toString());
  };
}

function renameNode(op: Shape): Apply {
  const id = op.text("id");
  const newId = op.id("newId");
  return (editor) => {
    if (!editor.node(id)) {
      throw nodeMissing(editor, id);
    }
    const taken = id === newId ? undefined : editor.node(newId);
    if (taken) {
      const reason = `node "${id}" can't be renamed to "${newId}", since there already is such a node ("${taken.name}")`;
      throw new Refusal("duplicate-id", reason);
    }
    editor.renameNode(id, newId);
  };
}

function removeNode(op: Shape): Apply {
  const id = op.text("id");
  return (editor) => {
    if (!editor.node(id)) {
      throw nodeMissing(editor, id);
    }
    editor.removeNode(id);
  };
}

function addEdge(op: Shape): Apply {
  const edge = op.child("edge");
  const id = edge.id("id");
  const ends = { source: edge.id("source"), target: edge.id("target") };
  for (const name of ["priority", "isDefault"]) {
    if (isNull(edge.object.get(name))) {
      throw malformed(`${edge.of} needs "${name}"${misspelt(name, edge.object)}`);
    }
  }
  checkEdgeFields(edge);
  const text = edge.object.toString();
  return (editor) => {
    if (!editor.canAddEdge) {
      throw malformed(`edge "${id}" can't be added, since the document's "edges" is no list`);
    }
    const taken = editor.edge(id);
    if (taken) {
      const reason = `there already is an edge "${id}" (from "${taken.source}" to "${taken.target}")`;
      throw new Refusal("duplicate-id", reason);
    }
    checkEnd(editor, id, "source", ends.source);
    checkEnd(editor, id, "target", ends.target);
    editor.addEdge(text);
  };
}

function updateEdge(op: Shape): Apply {
  const id = op.text("id");
  const patch = op.child("patch");
  if (patch.object.has("id")) {
    throw malformed("the id of an edge can't be changed; remove the edge and add another one");
  }
  checkEdgeFields(patch);
  const unset = op.unset(patch.object);
  const kept = unset.find((key) => ["id", "source", "target", "priority", "isDefault"].includes(key));
  if (kept !== undefined) {
    throw malformed(`"${kept}" of an edge can't be unset, only changed`);
  }
  return (editor) => {
    const edge = editor.edge(id);
    if (!edge) {
      throw edgeMissing(editor, id);
    }
    for (const end of ["source", "target"]) {
      const nodeId = stringOf(patch.object.get(end));
      if (nodeId !== undefined) {
        checkEnd(editor, id, end, nodeId);
      }
    }
    editor.replaceEdge(id, edge.object.edited(patch.object.entries(), unset).toString());
  };
}

function removeEdge(op: Shape): Apply {
  const id = op.text("id");
  return (editor) => {
    if (!editor.edge(id)) {
      throw edgeMissing(editor, id);
    }
    editor.removeEdge(id);
  };
}

function metadata(op: Shape): Apply {
  const patch = op.child("patch");
  checkMetadata(patch);
  return (editor) => {
    for (const [name, value] of patch.object.entries()) {
      editor.setMember(name, value);
    }
  };
}

function checkEnd(editor: DocumentEditor, edgeId: string, end: string, nodeId: string): void {
  if (!editor.node(nodeId)) {
    const reason = `the ${end} of edge "${edgeId}" is node "${nodeId}", which does not exist`;
    throw new Refusal("edge-endpoint-missing", reason + didYouMean(nodeId, "nodes", editor.nodeIds));
  }
}

const nodeMissing = (editor: DocumentEditor, id: string) =>
  new Refusal("target-missing", `there is no node "${id}"${didYouMean(id, "nodes", editor.nodeIds)}`);

const edgeMissing = (editor: DocumentEditor, id: string) =>
  new Refusal("target-missing", `there is no edge "${id}"${didYouMean(id, "edges", editor.edgeIds)}`);
