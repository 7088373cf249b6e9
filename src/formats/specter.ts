import { jsonNumber, jsonObject } from '../json/json.ts';
import { printJson } from '../json/print.ts';
import { listAt, readObject, textAt } from './json-file.ts';
import { type FormatFailure, type Found, type FoundDescriptor, failure } from './wallet-file.ts';

/** Specter Desktop's export, or a wallet's own file there, which has the branches apart. */
export function readSpecter(text: string): Found | FormatFailure | undefined {
  const file = readObject(text);
  if (file === undefined) return undefined;
  const receive = textAt(file, 'descriptor') ?? textAt(file, 'recv_descriptor');
  if (receive === undefined) return undefined;
  const change = textAt(file, 'change_descriptor');
  const texts = [receive, change].flatMap((each) => each ?? []);
  const devices = listAt(file, 'devices').length;
  return {
    format: 'specter',
    program: 'Specter',
    name: textAt(file, 'label') ?? textAt(file, 'name'),
    descriptors: texts.map((each) => asBranches(each, change === undefined)),
    lost: devices === 0 ? [] : ['the names of its devices'],
  };
}

/** Specter DIY's `addwallet NAME&DESCRIPTOR`. */
export function readSpecterDevice(text: string): Found | FormatFailure | undefined {
  const [, name, descriptor = ''] = /^addwallet ([^&]{1,100})&(\S+)\s*$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const keys = /\{/.test(descriptor);
  if (keys)
    return failure(
      'this wallet of Specter DIY says its keys in a form that is not read: export its descriptor',
    );
  return {
    format: 'specter',
    program: 'Specter DIY',
    name,
    descriptors: [asBranches(descriptor, true)],
  };
}

const asBranches = (written: string, isOnly: boolean): FoundDescriptor => ({
  text: withBranches(written, isOnly),
  written,
});

const BARE_KEY = /([a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{107,108})(?![/1-9A-HJ-NP-Za-km-z])/g;
const RECEIVE = /([a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{107,108})\/0\/\*/g;

/**
 * A key without steps stands for addresses at /0/i and change at /1/i, and so does one with the
 * first of them alone.
 */
function withBranches(descriptor: string, isOnly: boolean): string {
  const [payload = ''] = descriptor.split('#');
  const bare = payload.replace(BARE_KEY, '$1/<0;1>/*');
  if (bare !== payload) return bare;
  const both = payload.replace(RECEIVE, '$1/<0;1>/*');
  return isOnly && both !== payload ? both : descriptor;
}

/** The branches are `/0/*` there, and the change that belongs to it is known. */
export function formatSpecter(name: string, receive: string): string {
  const file = { label: name, blockheight: jsonNumber(0), descriptor: receive };
  return `${printJson(jsonObject(file), 2)}\n`;
}
