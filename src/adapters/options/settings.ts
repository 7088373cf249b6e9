/**
 * Finds the value of an option that is given in several places (common/settings.cpp): first the
 * command line, then the chain's section of the config file, then its default section.
 */

/**
 * The text of the value; `false` for a negated option (`-noserver`), `true` for a doubly negated
 * one (`-noserver=0`).
 */
export type SettingValue = string | boolean;
export type SettingMap = ReadonlyMap<string, readonly SettingValue[]>;

export type Settings = {
  readonly commandLine: SettingMap;
  /** Settings by section; the default section has the empty name. */
  readonly config: ReadonlyMap<string, SettingMap>;
};

/** Places to search for a setting. */
export type SettingScope = {
  readonly section: string;
  /** Set for options that must be in the chain's own section. */
  readonly ignoreDefaultSection?: boolean;
  /** Set for options that choose the chain, whose precedence differs. */
  readonly choosesChain?: boolean;
};

type Source = { readonly kind: 'command-line' | 'section' | 'default'; readonly span: Span };

/** The values after the last negation. */
type Span = {
  readonly values: readonly SettingValue[];
  readonly negated: boolean;
  readonly lastNegated: boolean;
};

/** Returns the effective value, or `undefined` if the option is not given. */
export function findSetting(
  settings: Settings,
  name: string,
  scope: SettingScope,
): SettingValue | undefined {
  for (const { kind, span } of sources(settings, name, scope.section)) {
    if (kind === 'default' && scope.ignoreDefaultSection === true && !span.lastNegated) continue;
    if (scope.choosesChain === true && span.lastNegated) continue;
    // In a config file the first value counts, on the command line the last.
    const first = kind !== 'command-line' && scope.choosesChain !== true;
    const value = first ? span.values[0] : span.values.at(-1);
    if (value !== undefined) return value;
    if (span.lastNegated) return false;
  }
  return undefined;
}

/** All values of an option that may be repeated, in order of precedence. */
export function listSettings(
  settings: Settings,
  name: string,
  scope: SettingScope,
): readonly SettingValue[] {
  const result: SettingValue[] = [];
  let done = false;
  let negatedAndEmpty = false;
  for (const { kind, span } of sources(settings, name, scope.section)) {
    if (kind === 'default' && scope.ignoreDefaultSection === true) continue;
    // A value after a negation on the command line re-enables those of the config file.
    const revived = kind !== 'command-line' && !negatedAndEmpty;
    if (!done || revived) result.push(...span.values);
    done ||= span.negated;
    negatedAndEmpty ||= span.lastNegated && result.length === 0;
  }
  return result;
}

/**
 * Returns true if the option is only in the default section, where it does not count for this
 * chain.
 */
export function onlyInDefaultSection(settings: Settings, name: string, section: string): boolean {
  const given = sources(settings, name, section).filter(({ span }) => span.values.length > 0);
  return given.length > 0 && given.every(({ kind }) => kind === 'default');
}

function sources(settings: Settings, name: string, section: string): readonly Source[] {
  const found: Source[] = [];
  const add = (kind: Source['kind'], map: SettingMap | undefined) => {
    const values = map?.get(name);
    if (values !== undefined) found.push({ kind, span: spanOf(values) });
  };
  add('command-line', settings.commandLine);
  if (section !== '') add('section', settings.config.get(section));
  add('default', settings.config.get(''));
  return found;
}

function spanOf(values: readonly SettingValue[]): Span {
  const last = values.lastIndexOf(false);
  return {
    values: values.slice(last + 1),
    negated: last !== -1,
    lastNegated: values.length > 0 && last === values.length - 1,
  };
}

/**
 * Parses a switch as Core does: an empty text is true, else true unless the text starts with the
 * number zero.
 */
export function settingToBoolean(value: SettingValue): boolean {
  if (typeof value === 'boolean') return value;
  return value === '' || leadingInteger(value) !== 0;
}

/**
 * Parses a number as Core does: the number at the start of the text, 0 if there is none, clamped to
 * 64 bits.
 */
export function settingToInteger(value: SettingValue): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return leadingInteger(value);
}

export function settingToText(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value;
}

function leadingInteger(text: string): number {
  const digits = /^[ \t\n\v\f\r]*(\+(?!-)|(?=-)|)(-?\d+)/.exec(text)?.[2];
  const number = digits === undefined ? 0 : Number(digits);
  return Math.min(Math.max(number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
