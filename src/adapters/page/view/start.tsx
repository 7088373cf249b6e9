import { commit, version } from '../../runtime/version.ts';
import { useState } from '../dom.ts';
import { strings } from '../language.ts';
import { Button, Draft, Fold, Notice, Title, Ways } from './parts.tsx';

export type Door = 'transaction' | 'keys' | 'new' | 'check';

type Props = {
  /** The practice would erase keys that are open. */
  readonly hasKeys: boolean;
  readonly onDoor: (door: Door) => void;
  readonly onPractise: () => void;
};

const DOORS: readonly Door[] = ['transaction', 'keys', 'new', 'check'];

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

/** A door for each thing that a person may have. */
export const Doors = ({ onDoor }: Pick<Props, 'onDoor'>) => (
  <Ways ways={DOORS.map((door) => [...strings.start.doors[door], () => onDoor(door)])} />
);

/** The first screen: what this is, a door for each thing a person may have, and the practice. */
export function Start({ hasKeys, onDoor, onPractise }: Props) {
  const { start, practice } = strings;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Title>{start.title}</Title>
      <p class="lead">{strings.tagline}</p>
      <Doors onDoor={onDoor} />
      <p class="practise">
        <Button label={start.practise} onClick={hasKeys ? () => setAsking(true) : onPractise} />{' '}
        <span class="soft">{start.practiseHelp}</span>
      </p>
      {isAsking ? (
        <>
          <Notice tone="warn">{practice.erases}</Notice>
          <Button label={practice.sure} onClick={onPractise} />
        </>
      ) : null}
      <p class="help copy">{start.copy(version, commit.slice(0, 8))}</p>
      <Draft />
      <Fold title={start.genuine}>
        {start.genuineText.map((text) => (
          <Genuine key={text} text={text} />
        ))}
      </Fold>
    </>
  );
}
