import { isObject, objectsOf, textOf, type JSONObject } from "../lib/json";

export const priceNames = ["input", "output", "cacheRead", "cacheWrite"] as const;

export type PriceName = (typeof priceNames)[number];

/** A model of a provider. Members that are not edited here are kept. */
export type Model = JSONObject;

export const modelsOf = (provider: JSONObject): Model[] => objectsOf(provider.models);

export const modelName = (model: Model): string => textOf(model.name);

/** A price of a model in US dollars for a million tokens, or what stands in its place. */
export const priceOf = (model: Model, name: PriceName): unknown =>
  isObject(model.prices) ? model.prices[name] : undefined;

/** The model with another price; without prices at all where none is left. */
export function withPrice(model: Model, name: PriceName, price: unknown): Model {
  const { prices, ...rest } = model;
  const next = without(name, isObject(prices) ? prices : {});
  if (price !== undefined) {
    next[name] = price;
  }
  return Object.keys(next).length === 0 ? rest : { ...rest, prices: next };
}

/** The model with another label; an empty one is none. */
export const withLabel = (model: Model, label: string): Model =>
  label === "" ? without("label", model) : { ...model, label };

/** The model with a member of its own, or without it. */
export const withMember = (model: Model, name: string, value: unknown): Model =>
  value === undefined ? without(name, model) : { ...model, [name]: value };

const without = (name: string, object: JSONObject): JSONObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** The models with one of them in front, which makes it the default. */
export const withFirst = (models: readonly Model[], index: number): Model[] => [
  ...models.slice(index, index + 1),
  ...models.filter((_, at) => at !== index),
];
