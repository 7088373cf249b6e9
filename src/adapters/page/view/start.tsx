import { words } from '../language.ts';
import { LanguageChoice, Title } from './parts.tsx';

type Props = {
  readonly onSign: () => void;
  readonly onCheck: () => void;
  readonly onPractise: () => void;
};

const COMMANDS = /((?:sha256sum|shasum -a 256|certutil -hashfile) coldsign\.html(?: SHA256)?)\.?/;

/** A paragraph, with each command on a line of its own, to be copied. */
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
export function Start({ onSign, onCheck, onPractise }: Props) {
  const { start } = words;
  const ways = [
    { name: start.sign, help: start.signHelp, go: onSign },
    { name: start.check, help: start.checkHelp, go: onCheck },
    { name: start.practise, help: start.practiseHelp, go: onPractise },
  ];
  return (
    <>
      <Title>{start.title}</Title>
      <div class="ways">
        {ways.map(({ name, help, go }) => (
          <button key={name} type="button" class="way" onClick={go} aria-label={name}>
            <strong>{name}</strong>
            <span>{help}</span>
          </button>
        ))}
      </div>
      <details>
        <summary>{start.genuine}</summary>
        <section class="card" aria-label={start.genuine}>
          {start.genuineText.map((text) => (
            <Genuine key={text} text={text} />
          ))}
        </section>
      </details>
      <LanguageChoice />
    </>
  );
}
