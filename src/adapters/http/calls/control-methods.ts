import { setTimeout as sleep } from 'node:timers/promises';
import { type Json, jsonNumber, jsonObject } from '../../../json/json.ts';
import { bool, dictionary, num, record, rows, str } from '../../../rpc/fields.ts';
import { defineMethod, type RpcMethod } from '../../../rpc/method.ts';
import { openRpcDocument } from '../../../rpc/openrpc.ts';
import { getInt32 } from '../../../rpc/values.ts';

/** State of the running server that these methods need. */
export type ServerState = {
  readonly stop: () => void;
  /** Returns seconds since the start. */
  readonly uptime: () => number;
  readonly activeCommands: () => Json;
  readonly version: string;
};

/**
 * Creates the methods about the server itself. `methods`: the other methods, for `rpc.discover`.
 */
export function createControlMethods(
  methods: readonly RpcMethod[],
  { stop, uptime, activeCommands, version }: ServerState,
): readonly RpcMethod[] {
  const summary = 'Describe this service as an OpenRPC document.';
  const document = dictionary('', 'The OpenRPC document', []);
  const control: readonly RpcMethod[] = [
    defineMethod({
      name: 'stop',
      category: 'Control',
      summary: 'End the server when the calls that are running are answered.',
      params: [num.optional('wait', 'Milliseconds until the answer', { hidden: true })],
      result: str('', 'coldsign stopping'),
      examples: ['stop'],
      run: async ({ wait }) => {
        stop();
        if (wait !== undefined) await sleep(Math.max(0, getInt32(wait)));
        return 'coldsign stopping';
      },
    }),
    defineMethod({
      name: 'uptime',
      category: 'Control',
      summary: 'Say for how long the server has been running.',
      params: [],
      result: num('', 'Seconds since the start'),
      examples: ['uptime'],
      run: () => jsonNumber(uptime()),
    }),
    defineMethod({
      name: 'getrpcinfo',
      category: 'Control',
      summary: 'Say which calls are running.',
      params: [],
      result: record([
        rows('active_commands', 'The calls that are running', [
          str('method', 'The method'),
          num('duration', 'Microseconds since the call began'),
        ]),
        str('logpath', 'Empty: the log goes to standard output'),
      ]),
      examples: ['getrpcinfo'],
      run: () => jsonObject({ active_commands: activeCommands(), logpath: '' }),
    }),
    defineMethod({
      name: 'getopenrpcinfo',
      category: 'Control',
      summary,
      params: [
        bool('show_hidden', 'Include the methods and arguments that help does not list', {
          default: false,
        }),
      ],
      result: document,
      examples: ['getopenrpcinfo'],
      run: ({ show_hidden }) => openRpcDocument(all, version, show_hidden),
    }),
    defineMethod({
      name: 'rpc.discover',
      category: 'Control',
      summary,
      params: [],
      result: document,
      examples: ['rpc.discover'],
      run: () => openRpcDocument(all, version),
    }),
  ];
  const all = [...methods, ...control];
  return control;
}
