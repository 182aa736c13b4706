import type { Seeded } from '../../test-support/seeded.ts'

/** A description, XML or `name = value` pairs, with something changed that a parser may stumble over. */
export function mutateText(text: string, random: Seeded): string {
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)] as Item
  /** Where an element begins, or anywhere. */
  const place = () => {
    const at = random.below(text.length + 1)
    const open = text.indexOf('<', at)
    return open < 0 || random.below(4) === 0 ? at : open
  }
  const insert = (what: string, at = place()) => text.slice(0, at) + what + text.slice(at)

  function replaceNumber(): string {
    const numbers = [...text.matchAll(/\d+(?:\.\d+)?/g)]
    const number = numbers[random.below(numbers.length)]
    if (!number) return insert(pick(values))
    return text.slice(0, number.index) + pick(values) + text.slice(number.index + number[0].length)
  }

  function replaceValue(): string {
    const values = [...text.matchAll(/"[^"]*"|>[^<]+</g)]
    const value = values[random.below(values.length)]
    if (!value) return insert('=')
    const [quote, end] = [value[0].slice(0, 1), value[0].slice(-1)]
    const inner = pick([
      '',
      ' ',
      '-1',
      'é\u0080',
      '&amp;',
      '&#0;',
      '&#x110000;',
      '&x;',
      'x'.repeat(100_000),
      '0,5',
    ])
    return text.slice(0, value.index) + quote + inner + end + text.slice(value.index + value[0].length)
  }

  /** From one element's beginning to another's, again and again. */
  function repeatElement(): string {
    const from = place()
    const to = text.indexOf('>', from + random.below(200)) + 1
    const element = text.slice(from, to > from ? to : from + 40)
    const most = Math.floor(1_000_000 / Math.max(1, element.length))
    return insert(element.repeat(Math.min(most, pick([1, 2, 2, 50, 5000]))), Math.max(to, from))
  }

  function remove(): string {
    const from = place()
    return text.slice(0, from) + text.slice(from + 1 + random.below(pick([2, 40, 400])))
  }

  const nested = (depth: number) => '<a>'.repeat(depth) + (random.below(2) === 0 ? '</a>'.repeat(depth) : '')
  switch (random.below(14)) {
    case 0:
      return insert(nested(pick([10, 255, 300, 20_000])))
    case 1:
      return insert(` a${random.below(10)}="${'v'.repeat(pick([0, 1000, 500_000]))}"`)
    case 2:
      return insert(pick(declarations), pick([0, place()]))
    case 3:
      return insert(
        pick(['\0', '\uFFFF', '\x01', ']]>', '<![CDATA[', '<!--', '<?x', '&', '<', '"', '\x80\xff']),
      )
    case 4:
      return text.slice(0, random.below(text.length + 1))
    case 5:
    case 6:
      return repeatElement()
    case 7:
      return remove()
    case 8:
    case 9:
      return replaceValue()
    default:
      return replaceNumber()
  }
}

const values = [
  ...['', '0', '1', '-1', '2', '3', '1.5', '1e308', '1e-308', 'NaN', 'Infinity', '0x10', '65536'],
  ...['4294967295', '4294967296', '9007199254740993', '99999999999999999999999999', '1000000', '20001'],
]

const declarations = [
  '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
  '<!ENTITY x SYSTEM "http://localhost/">',
  '<?xml version="9.9" encoding="utf-7"?>',
  '\xef\xbb\xbf',
  '<a xmlns:a="a" a:a=""/>',
]
