import { AgentCard } from "@a2a-js/sdk";
import { expect, test } from "vitest";
import { parseSubmission } from "../submission.ts";
import { agentCard } from "./agent-card.ts";
import { requestInText } from "./read-text.ts";

const card = agentCard("https://sentiment.example", undefined);

test("the card has no field that the protocol does not know, and none that it needs is missing", () => {
  const read = AgentCard.fromJSON(card);
  const { securityRequirements, ...rest } = card;
  // There the SDK leaves out what is empty.
  const { securityRequirements: _, ...written } = AgentCard.toJSON({ ...read, securityRequirements: [] }) as Record<string, unknown>;
  expect(written).toEqual(rest);
  expect(read.securityRequirements.map(({ schemes }) => Object.keys(schemes))).toEqual([["key"], ["device"], []]);
  expect(securityRequirements.flatMap(({ schemes }) => Object.keys(schemes)).every((name) => name in card.securitySchemes)).toBe(true);
  for (const field of ["name", "description", "version"] as const) expect(read[field]).not.toBe("");
});

test("every example of a skill is understood", () => {
  const examples = card.skills.flatMap((skill) => skill.examples);
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples) expect(parseSubmission(requestInText(example)!).coin_symbol).toBe("PEPE");
});
