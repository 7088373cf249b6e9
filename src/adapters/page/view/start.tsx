import { words } from '../language.ts';
import { LanguageChoice, Title } from './parts.tsx';

type Props = {
  readonly onSign: () => void;
  readonly onCheck: () => void;
  readonly onPractise: () => void;
};

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
            <p key={text}>{text}</p>
          ))}
        </section>
      </details>
      <LanguageChoice />
    </>
  );
}
