const firstStrong = '\u2068'
const pop = '\u2069'

/**
 * A name inside a sentence, kept to itself: whichever way its letters run and whatever marks it holds, the words
 * around it stay in their places. For text that is more than one element, <bdi> does the same.
 */
export function isolate(text: string): string {
  let open = 0
  const kept = text.replace(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== pop) open += 1
    // One that closes nothing of the name's own would let the rest of it out.
    else if (open === 0) return ''
    else open -= 1
    return mark
  })
  return firstStrong + kept + pop.repeat(open + 1)
}
