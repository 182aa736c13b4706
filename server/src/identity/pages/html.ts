/** Text that is safe to put into a page as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insertion = string | number | Html | undefined | false

/** Everything put into the template is escaped, except what is already HTML. */
export function html(parts: TemplateStringsArray, ...insertions: Insertion[]): Html {
  return new Html(
    parts.reduce((text, part, index) => `${text}${escapeInsertion(insertions[index - 1])}${part}`),
  )
}

export function join(parts: Html[]): Html {
  return new Html(parts.map(({ text }) => text).join(''))
}

function escapeInsertion(insertion: Insertion): string {
  if (insertion instanceof Html) return insertion.text
  if (insertion === undefined || insertion === false) return ''
  return String(insertion).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
