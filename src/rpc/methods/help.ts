import { redactSecrets } from '../../encoding/redact.ts';
import { str } from '../fields.ts';
import { helpList, helpText } from '../help-text.ts';
import { defineMethod, type RpcMethod } from '../method.ts';
import { profileRules } from '../profile.ts';

/** Creates `help`, for these methods and itself. */
export function createHelp(methods: readonly RpcMethod[]): RpcMethod {
  const help: RpcMethod = defineMethod({
    name: 'help',
    category: 'Control',
    summary: 'List all methods, or explain one.',
    params: [str('command', 'The method to explain', { defaultHint: 'all methods' })],
    result: str('', 'The help text'),
    examples: ['help', 'help createrawtransaction'],
    run({ command }, { profile }) {
      const all = [...methods, help];
      if (command === undefined || command === '') return helpList(all);
      const method = all.find((candidate) => candidate.name === command);
      if (method !== undefined) return helpText(method);
      const { redactsSecrets } = profileRules(profile);
      return `help: unknown command: ${redactsSecrets ? redactSecrets(command) : command}`;
    },
  });
  return help;
}
