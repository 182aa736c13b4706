export interface ServerEvent {
  event: string
  data: string
}

/**
 * Reads server-sent events from text that arrives in pieces, which may be cut anywhere. Comments are left out, and
 * so are ids and retry times, which nobody here uses.
 */
export function createEventParser(heard: (event: ServerEvent) => void): (text: string) => void {
  let rest = ''
  let event = ''
  let data: string[] = []

  function endEvent(): void {
    if (data.length > 0) heard({ event: event || 'message', data: data.join('\n') })
    event = ''
    data = []
  }

  function takeLine(line: string): void {
    if (line === '') endEvent()
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    // The last one may go on; so may a carriage return that a line feed belongs to.
    rest = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
  }
}
