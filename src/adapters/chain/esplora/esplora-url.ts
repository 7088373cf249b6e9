import type { Options } from '../../options/load.ts';
import { type OptionSpec, option } from '../../options/option-specs.ts';
import type { Failure } from '../../options/parse-command-line.ts';
import { isPrivateHost } from '../private-host.ts';

export const esploraOptionSpecs: readonly OptionSpec[] = [
  option(
    'esplora=<url>',
    'The Esplora server to ask about coins and to send transactions to, used instead of a node, such as https://blockstream.info/api',
    { networkOnly: true },
  ),
];

/**
 * Returns the URL of the API, without a trailing slash, or `undefined` if there is no Esplora
 * server.
 */
export function readEsploraUrl(options: Options): { readonly url: string } | Failure | undefined {
  const text = options.isNegated('esplora') ? undefined : options.text('esplora');
  return text === undefined ? undefined : parseEsploraUrl(text);
}

export function parseEsploraUrl(text: string): { readonly url: string } | Failure {
  const url = urlOf(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  const isWeb = url !== undefined && ['http:', 'https:'].includes(url.protocol);
  if (!isWeb || url.hostname === '') {
    return { error: 'Invalid URL in -esplora: write one such as https://blockstream.info/api' };
  }
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    return {
      error:
        `-esplora=http://${url.host} is without TLS: everybody on the way to it could see your addresses and change the answers. ` +
        `Write https://${url.host}`,
    };
  }
  return { url: url.href.replace(/\/+$/, '') };
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // The error's message could contain a password.
    return undefined;
  }
}
