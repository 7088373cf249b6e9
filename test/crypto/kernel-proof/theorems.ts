import { fieldTheorems } from './field-theorems.ts';
import { groupTheorems } from './group-theorems.ts';
import { pairTheorems } from './pair-theorems.ts';
import { scalarListTheorems } from './scalar-lists.ts';
import { scalarTheorems } from './scalar-theorems.ts';
import { signingTheorems } from './signing-theorems.ts';
import type { Theorem } from './theorem.ts';

/** All that is proven. */
export const theorems: readonly Theorem[] = [
  ...fieldTheorems,
  ...scalarTheorems,
  ...scalarListTheorems,
  ...groupTheorems,
  ...pairTheorems,
  ...signingTheorems,
];

/** Returns the functions whose code a theorem is about. */
export const functionsOf = ({ of, also = [], executes = [] }: Theorem): string[] => [
  of,
  ...also,
  ...executes,
];
