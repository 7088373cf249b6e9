import { commit, version } from '../../runtime/version.ts';
import { useState } from '../dom.ts';
import { strings } from '../language.ts';
import { Button, Fold, LanguageChoice, Notice, Title, Ways } from './parts.tsx';

type Props = {
  /** The practice would erase keys that are open. */
  readonly hasKeys: boolean;
  readonly onSign: () => void;
  readonly onCheck: () => void;
  readonly onPractise: () => void;
};

const COMMANDS =
  /((?:npm ci && npm run build)|(?:sha256sum|shasum -a 256|certutil -hashfile) (?:dist\/)?coldsign\.html(?: SHA256)?)\.?/;

/** A paragraph with each command on a separate line, to be copied. */
export const Genuine = ({ text }: { readonly text: string }) => (
  <p>
    {text.split(COMMANDS).map((part, i) =>
      i % 2 === 0 ? (
        part
      ) : (
        <code key={part} class="command">
          {part}
        </code>
      ),
    )}
  </p>
);

/** The first screen: one question, three ways, and how to check the file. */
export function Start({ hasKeys, onSign, onCheck, onPractise }: Props) {
  const { start, practice } = strings;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Title>{start.title}</Title>
      <Ways
        ways={[
          [start.sign, start.signHelp, onSign],
          [start.check, start.checkHelp, onCheck],
          [start.practise, start.practiseHelp, hasKeys ? () => setAsking(true) : onPractise],
        ]}
      />
      {isAsking ? (
        <>
          <Notice tone="warn">{practice.erases}</Notice>
          <Button label={practice.sure} onClick={onPractise} />
        </>
      ) : null}
      <p class="help">{start.copy(version, commit.slice(0, 8))}</p>
      <Fold title={start.genuine}>
        {start.genuineText.map((text) => (
          <Genuine key={text} text={text} />
        ))}
      </Fold>
      <LanguageChoice />
    </>
  );
}
