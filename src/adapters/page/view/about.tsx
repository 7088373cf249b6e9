import { words } from '../words.ts';
import { Title } from './parts.tsx';

type Props = { readonly version: string; readonly commit: string };

export function About({ version, commit }: Props) {
  return (
    <>
      <Title>{words.about.title}</Title>
      <p class="lead">{words.tagline}</p>
      <dl class="facts">
        <div>
          <dt>{words.about.version}</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>{words.about.commit}</dt>
          <dd class="mono">{commit}</dd>
        </div>
      </dl>
      <section class="card">
        <h2>{words.about.honest}</h2>
        {words.about.honestText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section class="card">
        <h2>{words.about.keys}</h2>
        {words.about.keysText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
    </>
  );
}
