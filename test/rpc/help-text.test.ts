import { describe, expect, test } from 'vitest';
import { helpList, helpText, isHidden, usageLine } from '../../src/rpc/help-text.ts';
import { defineMethod } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';

/** Core's first lines. */
const usageLines: { readonly [method: string]: string } = {
  createrawtransaction:
    'createrawtransaction [{"txid":"hex","vout":n,"sequence":n},...] [{"address":amount,...},{"data":"hex"},...] ( locktime replaceable version )',
  signrawtransactionwithkey:
    'signrawtransactionwithkey "hexstring" ["privatekey",...] ( [{"txid":"hex","vout":n,"scriptPubKey":"hex","redeemScript":"hex","witnessScript":"hex","amount":amount},...] "sighashtype" )',
  signrawtransactionwithwallet:
    'signrawtransactionwithwallet "hexstring" ( [{"txid":"hex","vout":n,"scriptPubKey":"hex","redeemScript":"hex","witnessScript":"hex","amount":amount},...] "sighashtype" )',
  send: 'send [{"address":amount,...},{"data":"hex"},...] ( conf_target "estimate_mode" fee_rate options version )',
  sendtoaddress:
    'sendtoaddress "address" amount ( "comment" "comment_to" subtractfeefromamount replaceable conf_target "estimate_mode" avoid_reuse fee_rate verbose )',
  sendmany:
    'sendmany ( "" ) {"address":amount,...} ( minconf "comment" ["address",...] replaceable conf_target "estimate_mode" fee_rate verbose )',
  sendall:
    'sendall ["address",{"address":amount,...},...] ( conf_target "estimate_mode" fee_rate options )',
  sendrawtransaction: 'sendrawtransaction "hexstring" ( maxfeerate maxburnamount )',
  bumpfee: 'bumpfee "txid" ( options )',
  psbtbumpfee: 'psbtbumpfee "txid" ( options )',
  fundrawtransaction: 'fundrawtransaction "hexstring" ( options iswitness )',
  simulaterawtransaction: 'simulaterawtransaction ( ["rawtx",...] {"include_watchonly":bool,...} )',
  getbalance: 'getbalance ( "dummy" minconf include_watchonly avoid_reuse )',
  getblocktemplate:
    'getblocktemplate {"mode":"str","capabilities":["str",...],"rules":["segwit","str",...],"longpollid":"str","data":"hex"}',
  importdescriptors: 'importdescriptors requests',
  help: 'help ( "command" )',
};

const known = methods.filter((method) => usageLines[method.name] !== undefined);

test.each(known.map((method) => [method.name, method] as const))('usage of %s', (name, method) => {
  expect(usageLine(method)).toBe(usageLines[name]);
  expect(helpText(method).split('\n')[0]).toBe(usageLines[name]);
});

const required = { help: 'Help.' } as const;

describe('later forms', () => {
  test('an object, and items of several kinds', () => {
    const method = defineMethod({
      name: 'getblocktemplate',
      category: 'Mining',
      summary: '',
      params: [
        {
          ...required,
          name: 'template_request',
          type: 'object',
          fields: [
            { ...required, name: 'mode', type: 'string' },
            {
              ...required,
              name: 'capabilities',
              type: 'array',
              fields: [{ ...required, name: 'str', type: 'string' }],
            },
            {
              ...required,
              name: 'rules',
              type: 'array',
              fields: [
                { ...required, name: 'segwit', type: 'string' },
                { ...required, name: 'str', type: 'string' },
              ],
            },
            { ...required, name: 'longpollid', type: 'string' },
            { ...required, name: 'data', type: 'hex' },
          ],
        },
      ],
      result: { name: '', type: 'string', help: '' },
      run: () => null,
    });
    expect(usageLine(method)).toBe(usageLines.getblocktemplate);
  });

  test('a required argument after an optional one', () => {
    const method = defineMethod({
      name: 'm',
      category: 'Util',
      summary: '',
      params: [
        { name: 'a', type: 'number', optional: true, help: '' },
        { ...required, name: 'b|bb', type: 'bool' },
        { name: 'c', type: 'options', optional: true, usage: 'c', help: '' },
      ],
      result: { name: '', type: 'string', help: '' },
      run: () => null,
    });
    expect(usageLine(method)).toBe('m ( a ) b ( c )');
  });
});

test('the list has every method once, under its category, except the hidden ones', () => {
  const lines = helpList(methods).split('\n');
  for (const method of methods) {
    const times = isHidden(method) ? 0 : 1;
    expect(lines.filter((line) => line === usageLine(method))).toHaveLength(times);
  }
  expect(lines).toContain('== Rawtransactions ==');
});
