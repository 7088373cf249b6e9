import { two, usual } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = rows([
  ['a payment with change', usual, []],
  ['two coins', two, []],
  ['version 2 of the format', { ...usual, psbtVersion: 2 }, []],
]);
