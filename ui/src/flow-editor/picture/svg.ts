// A workflow as an SVG document: the same look as the canvas, but all of it, at its own size, and free of the page.
import { t } from "@lingui/core/macro";

import { edgePath, labelWidth } from "../canvas/edgePath";
import { viewOf, type EdgeView, type NodeView } from "../canvas/view";
import { boundsOf } from "../model/bounds";
import type { WorkflowDocument } from "../model/document";
import { nodeHeight, nodeWidth } from "../model/place";
import { edgeLabel, nodeLine } from "../model/words";

export interface Pen {
  /** A design token's value, by its name without "--hd-". */
  colour: (token: string) => string;
  /** How wide a text is. */
  width: (text: string, style: TextStyle) => number;
  /** The inside of the icon of a node's type, 24 units wide. */
  icon: (type: string) => string;
  /** Style sheet with the fonts; may be empty. */
  fonts: string;
}

export interface TextStyle {
  size: number;
  weight: number;
  isMono?: boolean;
}

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

const margin = 40;
const pillHeight = 38;
const nameStyle: TextStyle = { size: 13, weight: 550 };
const wordStyle: TextStyle = { size: 11, weight: 600 };
const detailStyle: TextStyle = { size: 11, weight: 400 };
const badgeStyle: TextStyle = { size: 10, weight: 600 };
const typeTokens: Record<string, string> = {
  start: "node-start",
  action: "node-action",
  "human-task": "node-human",
  "receive-event": "node-event",
  wait: "node-wait",
};

export function pictureOf(document: WorkflowDocument, pen: Pen): Picture {
  const bounds = boundsOf(document) ?? { x: 0, y: 0, width: nodeWidth, height: nodeHeight };
  const view = viewOf({ document, selection: { nodeIds: new Set(), edgeIds: new Set() } });
  const [width, height] = [bounds.width + 2 * margin, bounds.height + 2 * margin];
  const places = new Map(view.nodes.map(({ node, at }) => [node.id, at]));
  const lines = view.edges.map((edge) => edgeOf(edge, places, pen));
  const title = escaped(document.name || t`Workflow`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${bounds.x - margin} ${bounds.y - margin} ${width} ${height}" role="img" aria-label="${title}">
<title>${title}</title>
<style>${pen.fonts}text{font-family:"Inter Variable",system-ui,sans-serif}.m{font-family:"JetBrains Mono Variable",ui-monospace,monospace;font-variant-ligatures:none}</style>
<rect x="${bounds.x - margin}" y="${bounds.y - margin}" width="${width}" height="${height}" fill="${pen.colour("canvas")}"/>
${lines.map((line) => line.path).join("\n")}
${view.nodes.map((node) => nodeOf(node, pen)).join("\n")}
${lines.map((line) => line.label).join("\n")}
</svg>`;
  return { svg, width, height };
}

const escaped = (text: string): string =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    // What XML does not allow would spoil the whole picture.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");

/** A text that fits into a width, with an ellipsis where it was cut. */
export function fitted(text: string, most: number, style: TextStyle, pen: Pick<Pen, "width">): string {
  const plain = text.replace(/\s+/g, " ");
  if (pen.width(plain, style) <= most) {
    return plain;
  }
  const letters = Array.from(plain);
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const isFit = pen.width(`${letters.slice(0, middle).join("")}…`, style) <= most;
    [low, high] = isFit ? [middle, high] : [low, middle - 1];
  }
  return `${letters.slice(0, low).join("").trimEnd()}…`;
}

function textAt(text: string, x: number, y: number, colour: string, style: TextStyle, anchor = "start"): string {
  const mono = style.isMono ? ' class="m"' : "";
  return `<text x="${x}" y="${y}"${mono} font-size="${style.size}" font-weight="${style.weight}" fill="${colour}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

const iconAt = (type: string, x: number, y: number, size: number, colour: string, pen: Pen): string =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${pen.icon(type)}</svg>`;

function nodeOf(view: NodeView, pen: Pen): string {
  const { node, at } = view;
  const colour = pen.colour(typeTokens[node.type] ?? "node-end");
  const ink = pen.colour("ink");
  const frame = `fill="${pen.colour("panel")}" stroke="${pen.colour("line-strong")}"`;
  const isPill = node.type === "start" || node.type === "end";
  if (isPill) {
    const name = fitted(node.title, nodeWidth - 49, nameStyle, pen);
    const width = Math.min(pen.width(name, nameStyle) + 49, nodeWidth);
    const x = node.type === "start" ? at.x + nodeWidth - width : at.x;
    const y = at.y + (nodeHeight - pillHeight) / 2;
    return `<g><rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${pillHeight - 1}" rx="19" ${frame}/>${iconAt(node.type, x + 12, y + 12, 14, colour, pen)}${textAt(name, x + 33, y + 23.5, ink, nameStyle)}${badges(view, pen)}</g>`;
  }
  const { word, details } = nodeLine(node);
  const room = nodeWidth - 27;
  const first = fitted(word, details ? room * 0.55 : room - 16, wordStyle, pen);
  const start = at.x + 31 + pen.width(first, wordStyle) + 4;
  const rest = details ? fitted(`· ${details}`, at.x + nodeWidth - 12 - start, detailStyle, pen) : "";
  return `<g><rect x="${at.x + 0.5}" y="${at.y + 0.5}" width="${nodeWidth - 1}" height="${nodeHeight - 1}" rx="10" ${frame}/><rect x="${at.x - 0.5}" y="${at.y + 11}" width="3" height="${nodeHeight - 22}" rx="1.5" fill="${colour}"/>${textAt(fitted(node.title, room, nameStyle, pen), at.x + 15, at.y + 26, ink, nameStyle)}${iconAt(node.type, at.x + 15, at.y + 34, 12, colour, pen)}${textAt(first, at.x + 31, at.y + 44, colour, wordStyle)}${rest ? textAt(rest, start, at.y + 44, pen.colour("ink-3"), detailStyle) : ""}${badges(view, pen)}</g>`;
}

function badges({ at, isFork, isJoin }: NodeView, pen: Pen): string {
  let right = at.x + nodeWidth - 9;
  return [isJoin ? "join" : "", isFork ? "fork" : ""]
    .filter(Boolean)
    .map((word) => {
      const width = pen.width(word, badgeStyle) + 12;
      right -= width;
      const badge = `<rect x="${right}" y="${at.y - 8.5}" width="${width}" height="16" rx="8" fill="${pen.colour("sunk")}" stroke="${pen.colour("line-strong")}"/>${textAt(word, right + width / 2, at.y + 3, pen.colour("ink-2"), badgeStyle, "middle")}`;
      right -= 4;
      return badge;
    })
    .join("");
}

function edgeOf(
  { edge, isBackward }: EdgeView,
  places: ReadonlyMap<string, { x: number; y: number }>,
  pen: Pen,
): { path: string; label: string } {
  const [from, to] = [places.get(edge.source), places.get(edge.target)];
  if (!from || !to) {
    return { path: "", label: "" };
  }
  const ends = {
    sourceX: from.x + nodeWidth,
    sourceY: from.y + nodeHeight / 2,
    targetX: to.x,
    targetY: to.y + nodeHeight / 2,
  };
  const { path, labelX, labelY } = edgePath(ends, isBackward);
  const { targetX: x, targetY: y } = ends;
  const stroke = `fill="none" stroke="${pen.colour("line-strong")}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"`;
  const dashes = edge.isTimeout ? ' stroke-dasharray="6 4"' : "";
  const line = `<path d="${path}" ${stroke}${dashes}/><path d="M${x - 6},${y - 5} L${x - 1},${y} L${x - 6},${y + 5}" ${stroke}/>`;
  const label = edgeLabel(edge);
  if (!label) {
    return { path: line, label: "" };
  }
  const style: TextStyle = { size: label.mono ? 10.5 : 11, weight: 500, isMono: label.mono };
  const text = fitted(label.text, labelWidth(ends) - 14, style, pen);
  const width = pen.width(text, style) + 14;
  return {
    path: line,
    label: `<rect x="${labelX - width / 2}" y="${labelY - 9}" width="${width}" height="18" rx="6" fill="${pen.colour("canvas")}" stroke="${pen.colour("line")}"/>${textAt(text, labelX, labelY + 4, pen.colour("ink-2"), style, "middle")}`,
  };
}
