import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import mono from "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url";
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

import { TypeIcon } from "../canvas/typeIcons";
import type { WorkflowDocument } from "../model/document";
import { nodeTypes } from "../model/document";
import { type Pen, type Picture, pictureOf, type TextStyle } from "./svg";

/** A picture is at twice its size, or less where a browser could not hold it. */
const scale = 2;
const longestSide = 16_000;
const mostPixels = 120_000_000;

/** The whole workflow as a picture, in the colours that the page has now. */
export async function exportPicture(document: WorkflowDocument, format: "png" | "svg"): Promise<Blob> {
  const picture = pictureOf(document, await makePen());
  const svg = new Blob([picture.svg], { type: "image/svg+xml" });
  return format === "svg" ? svg : drawn(picture, svg);
}

async function makePen(): Promise<Pen> {
  const style = getComputedStyle(window.document.documentElement);
  const brush = window.document.createElement("canvas").getContext("2d");
  const icons = iconsOf([...nodeTypes, ""]);
  const family = (name: string) => style.getPropertyValue(name).trim();
  return {
    colour: (token) => style.getPropertyValue(`--hd-${token}`).trim() || "currentColor",
    width: (text, { size, weight, isMono }: TextStyle) => {
      if (!brush) {
        return text.length * size * 0.6;
      }
      brush.font = `${weight} ${size}px ${family(isMono ? "--hd-mono" : "--hd-font")}`;
      return brush.measureText(text).width;
    },
    icon: (type) => icons.get(type) ?? icons.get("") ?? "",
    fonts: (await Promise.all([fontFace("Inter Variable", inter), fontFace("JetBrains Mono Variable", mono)])).join(""),
  };
}

/** The insides of the icons, as the page draws them. */
function iconsOf(types: readonly string[]): Map<string, string> {
  const place = window.document.createElement("div");
  const root = createRoot(place);
  const icons = new Map<string, string>();
  for (const type of types) {
    flushSync(() => {
      root.render(createElement(TypeIcon, { type }));
    });
    icons.set(type, place.querySelector("svg")?.innerHTML ?? "");
  }
  root.unmount();
  return icons;
}

/** A font as part of a style sheet, since a picture can't ask for files; nothing where it can't be had. */
async function fontFace(family: string, url: string): Promise<string> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) {
    return "";
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  let text = "";
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  return `@font-face{font-family:"${family}";font-weight:100 900;src:url(data:font/woff2;base64,${btoa(text)}) format("woff2")}`;
}

async function drawn({ width, height }: Picture, svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const by = Math.min(scale, longestSide / Math.max(width, height), Math.sqrt(mostPixels / (width * height)));
    const canvas = window.document.createElement("canvas");
    canvas.width = Math.round(width * by);
    canvas.height = Math.round(height * by);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob) {
          resolve(blob);
        } else {
          reject(new Error("The browser made no picture of it."));
        }
      }, "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
