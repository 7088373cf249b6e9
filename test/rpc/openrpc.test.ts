import { expect, test } from 'vitest';
import { methods } from '../../src/rpc/methods/index.ts';
import { openRpcDocument } from '../../src/rpc/openrpc.ts';
import { toPlain } from '../../src/rpc/plain.ts';

test('every method and its parameters, with schemas', () => {
  const document = toPlain(openRpcDocument(methods, '1.2.3', true));
  expect(document).toMatchObject({ openrpc: '1.4.1', info: { version: '1.2.3' } });
  const names = methods.map(({ name }) => name).sort();
  expect(document).toMatchObject({ methods: names.map((name) => ({ name })) });
});

test('the schema of an argument', () => {
  const [method] = methods.filter(({ name }) => name === 'createrawtransaction');
  if (method === undefined) throw new Error('the method is there');
  expect(toPlain(openRpcDocument([method], '1'))).toMatchObject({
    methods: [
      {
        params: [
          {
            name: 'inputs',
            required: true,
            schema: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  txid: { type: 'string', pattern: '^[0-9a-fA-F]+$' },
                  vout: { type: 'number' },
                },
                required: ['txid', 'vout'],
              },
            },
          },
          { name: 'outputs', schema: { oneOf: [{ type: 'array' }, { type: 'object' }] } },
          { name: 'locktime', required: false, schema: { type: 'number', default: 0 } },
          { name: 'replaceable', schema: { type: 'boolean' } },
          { name: 'version', schema: { type: 'number', default: 2 } },
        ],
      },
    ],
  });
});
