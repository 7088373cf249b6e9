import type { Client } from '../client.ts';
import { words } from '../language.ts';
import type { Sample } from '../worker/practice.ts';
import { Title } from './parts.tsx';

type Props = { readonly engine: Client; readonly onOpened: () => void };

const samples: readonly Sample[] = ['good', 'theft', 'fee'];

/** Transactions to try every step with, in place of one of your own. */
export function Practice({ engine, onOpened }: Props) {
  const { practice } = words;
  return (
    <>
      <Title>{practice.title}</Title>
      <p class="lead">{practice.lead}</p>
      <div class="ways">
        {samples.map((name) => {
          const [title, help] = practice.samples[name];
          return (
            <button
              key={name}
              type="button"
              class="way"
              aria-label={title}
              onClick={async () => {
                await engine.openSample(name);
                onOpened();
              }}
            >
              <strong>{title}</strong>
              <span>{help}</span>
            </button>
          );
        })}
      </div>
    </>
  );
}
