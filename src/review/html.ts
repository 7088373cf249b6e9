import type { Network } from '../encoding/network.ts';
import { visible } from '../encoding/unseen.ts';
import { describeReview } from './describe.ts';
import type { Review } from './model.ts';
import type { Section } from './section.ts';

/** What would be markup. */
const UNSAFE = /[&<>"']/g;

function escapeHtml(text: string): string {
  return text.replace(UNSAFE, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * A review as a piece of HTML: sections with headings and paragraphs, classes to style them by
 * (`review`, `stop`, `warn`, `note`), no scripts, no styles, nothing that is loaded. All that
 * others wrote is escaped.
 */
export function reviewHtml(review: Review, network: Network): string {
  const sections = describeReview(review, network).map(sectionHtml);
  return `<article class="review">\n${sections.join('\n')}\n</article>`;
}

function sectionHtml({ heading, lines, tone }: Section): string {
  const text = (value: string) => escapeHtml(visible(value));
  const paragraphs = lines.map((line) => `<p>${text(line)}</p>`).join('');
  return `<section class="${tone ?? 'fact'}"><h3>${text(heading)}</h3>${paragraphs}</section>`;
}
