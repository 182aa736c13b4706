import { expect, test } from 'vitest'
import { createEventParser, type ServerEvent } from './event-parser.ts'

function parse(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = []
  const take = createEventParser((event) => events.push(event))
  for (const piece of pieces) take(piece)
  return events
}

const text = ': open\n\nevent: change\ndata: {"a":1}\n\n: beat\n\nevent: reset\ndata: {}\n\n'
const events = [
  { event: 'change', data: '{"a":1}' },
  { event: 'reset', data: '{}' },
]

test('events are read, comments are not', () => {
  expect(parse(text)).toEqual(events)
})

test('it does not matter where the text is cut', () => {
  for (let at = 1; at < text.length; at += 1) {
    expect(parse(text.slice(0, at), text.slice(at)), `cut at ${at}`).toEqual(events)
  }
  expect(parse(...text)).toEqual(events)
})

test('every kind of line end is one, wherever it is cut', () => {
  for (const end of ['\r\n', '\r', '\n']) {
    const other = `${text.replaceAll('\n', end)}:`
    expect(parse(other), JSON.stringify(end)).toEqual(events)
    expect(parse(...other), JSON.stringify(end)).toEqual(events)
  }
})

test('data in several lines is one; an event without data is none; unknown fields are left out', () => {
  expect(parse('data: a\ndata:b\ndata\n\n')).toEqual([{ event: 'message', data: 'a\nb\n' }])
  expect(parse('event: change\n\nid: 7\nretry: 10\ndata: x\n\n')).toEqual([{ event: 'message', data: 'x' }])
})

test('an event that has not ended is not told', () => {
  expect(parse('event: change\ndata: x\n')).toEqual([])
})
