import { describe, expect, it } from "vitest";

import { arrived, begin, dropped, edited, insisted, isChanged, merge, saved } from "./editing";

const one = { text: '{"name": "a"}', revision: "1" };
const two = { text: '{"name":"b"}', revision: "2" };

describe("an object under work", () => {
  it("is changed when it says something else, not when it is only written differently", () => {
    expect(isChanged(begin(one))).toBe(false);
    expect(isChanged(edited(begin(one), '{"name":"a"}'))).toBe(false);
    expect(isChanged(edited(begin(one), two.text))).toBe(true);
  });

  it("follows the server while nothing was changed", () => {
    expect(arrived(begin(one), two)).toEqual(begin(two));
  });

  it("keeps what was typed when somebody else saves, with theirs beside", () => {
    const mine = edited(begin(one), '{"name":"mine"}');
    const both = arrived(mine, two);
    expect(both).toEqual({ base: one, text: '{"name":"mine"}', theirs: two });
    expect(arrived(both, two)).toBe(both);
    expect(dropped(both)).toEqual(begin(two));
    expect(insisted(both)).toEqual({ base: two, text: '{"name":"mine"}' });
    expect(arrived(both, one)).toEqual(mine);
  });

  it("takes over what somebody else changed where nobody did here", () => {
    const mine = edited(begin({ text: '{"name":"a","n":1}', revision: "1" }), '{"name":"a","n":2,"more":true}');
    const theirs = { text: '{"name":"b","n":1.0}', revision: "2" };
    expect(arrived(mine, theirs)).toEqual({ base: theirs, text: '{"name":"b","n":2,"more":true}', merged: true });
    expect(merge('{"a":1,"b":1}', '{"b":2}', '{"a":2,"b":2}')).toEqual({ text: '{"b":2}', conflicts: ["a"] });
  });

  it("keeps what was typed while it was saved", () => {
    const mine = edited(begin(one), two.text);
    expect(saved(mine, two.text, two)).toEqual(begin(two));
    const more = saved(edited(mine, '{"name":"more"}'), two.text, two);
    expect([more.base, isChanged(more)]).toEqual([two, true]);
  });

  it("is as before when it is dropped", () => {
    expect(dropped(edited(begin(one), two.text))).toEqual(begin(one));
  });
});
