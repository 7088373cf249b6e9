import { checkArguments } from '../arguments/check-arguments.ts';
import { type Network, type NetworkName, networkOf } from '../encoding/network.ts';
import { visible } from '../encoding/unseen.ts';
import { describeReview } from './describe.ts';
import type { Review } from './model.ts';
import { drawReview, escapeMarkup, printNode } from './picture.ts';
import type { Section } from './section.ts';
import { readingReview, shownKinds } from './shown-kinds.ts';

/**
 * Prints a review as a piece of HTML: its picture, then sections with headings and paragraphs.
 * Classes for styling are `review`, `stop`, `warn` and `note`. The HTML has no scripts or styles
 * and loads no resources. Text from other people is escaped.
 *
 * @param network - Its name, or the network. It decides how addresses are written.
 */
export function reviewHtml(review: Review, network: NetworkName | Network): string {
  checkArguments(
    'reviewHtml',
    { review: [review, 'Review'], network: [network, 'NetworkName|Network'] },
    shownKinds,
  );
  return readingReview(() => {
    const sections = describeReview(review, networkOf(network)).map(sectionHtml);
    const picture = printNode(drawReview(review, networkOf(network), {}));
    return `<article class="review">\n${[picture, ...sections].join('\n')}\n</article>`;
  });
}

function sectionHtml({ heading, lines, tone }: Section): string {
  const text = (value: string) => escapeMarkup(visible(value));
  const paragraphs = lines.map((line) => `<p>${text(line)}</p>`).join('');
  return `<section class="${tone ?? 'fact'}"><h3>${text(heading)}</h3>${paragraphs}</section>`;
}
