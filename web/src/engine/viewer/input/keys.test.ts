import { describe, expect, test } from 'vitest'
import { actionOf, type KeyPress } from './bind-keys.ts'
import {
  type KeyGroup,
  type KeyStroke,
  keyActions,
  keyGroups,
  listedKeys,
  toolDeeds,
  toolKeys,
  viewerKeys,
} from './keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, code: string, of: Partial<KeyPress> = {}) =>
  actionOf({ key, code, ...plain, ...of })

describe('the table', () => {
  test('no two actions have a key in common', () => {
    const strokes = keyActions.flatMap((action) =>
      viewerKeys[action].strokes.map((stroke) => JSON.stringify(Object.entries(stroke).toSorted())),
    )
    expect(new Set(strokes).size).toBe(strokes.length)
  })

  test('annotation tools have the keys that people know; those of the tool in hand stay free', () => {
    const tools = [...'oripbwlajkn'].map((letter) => press(letter, `Key${letter.toUpperCase()}`))
    expect(tools).not.toContain(null)
    expect(new Set(tools).size).toBe(tools.length)
    expect([press('[', 'BracketLeft'), press(']', 'BracketRight')]).toEqual(['brushSmaller', 'brushLarger'])
    expect([...'zy'].map((letter) => press(letter, `Key${letter}`, { ctrlKey: true }))).toEqual([
      'undo',
      'redo',
    ])
    for (const key of ['Escape', 'Enter', 'Backspace', 'Delete', ' ', '.']) expect(press(key, key)).toBeNull()
    expect(press('k', 'KeyK', { ctrlKey: true })).toBeNull()
  })

  test('everything in it has words, a group and is shown somehow', () => {
    for (const action of keyActions) {
      const { words, group, shown } = viewerKeys[action]
      expect([words, shown].every((text) => text.trim() !== '')).toBe(true)
      expect(keyGroups[group]).toBeDefined()
    }
  })
})

describe('the list', () => {
  const lines = (Object.keys(keyGroups) as KeyGroup[]).flatMap(listedKeys)

  test('says everything once', () => {
    const words = lines.map((line) => line.words)
    expect(new Set(words).size).toBe(words.length)
    expect(lines.filter((line) => line.words === 'Show the whole image')).toEqual([
      { words: 'Show the whole image', shown: '0, 1 or Home' },
    ])
  })

  test('has one line for all channels, and one for all objectives', () => {
    expect(lines.filter((line) => line.words.startsWith('Channel'))).toHaveLength(1)
    expect(lines.filter((line) => line.words.includes('×'))).toEqual([
      { words: '1.25× to 40×', shown: '2 … 7' },
    ])
  })
})

test('keys of the tools are nobody else’s, arrows aside: they move the picture while no tool has a use for them', () => {
  const codes = (stroke: KeyStroke) => JSON.stringify(Object.entries(stroke).toSorted())
  const others = new Set(keyActions.flatMap((action) => viewerKeys[action].strokes.map(codes)))
  const shared = toolDeeds.filter((deed) => toolKeys[deed].some((stroke) => others.has(codes(stroke))))
  expect(shared).toEqual(['nudge', 'nudgeFar'])
})

describe('pressing', () => {
  test('letters by what they write, with and without Shift', () => {
    expect(press('t', 'KeyT')).toBe('turnRight')
    expect(press('T', 'KeyT', { shiftKey: true })).toBe('turnLeft')
    // With caps lock.
    expect(press('T', 'KeyT')).toBe('turnRight')
  })

  test('signs wherever they are on the keyboard', () => {
    expect(press('+', 'Equal', { shiftKey: true })).toBe('zoomIn')
    expect(press('+', 'BracketRight')).toBe('zoomIn')
    expect(press('?', 'Minus', { shiftKey: true })).toBe('shortcuts')
    expect(press('-', 'NumpadSubtract')).toBe('zoomOut')
  })

  test('figures by their place, also where they need Shift to be written', () => {
    expect(press('1', 'Digit1')).toBe('step1')
    expect(press('&', 'Digit1')).toBe('step1')
    expect(press('7', 'Numpad7')).toBe('step7')
    expect(press('2', 'Digit2', { ctrlKey: true })).toBe('channel2')
    expect(press('2', 'Digit2', { altKey: true })).toBe('channel2')
  })

  test('arrows, alone or with Shift, and nothing with Alt: that is the browser’s', () => {
    expect(press('ArrowLeft', 'ArrowLeft')).toBe('panLeft')
    expect(press('ArrowLeft', 'ArrowLeft', { shiftKey: true })).toBe('panFarLeft')
    expect(press('ArrowLeft', 'ArrowLeft', { altKey: true })).toBeNull()
  })

  test('what the browser does with Ctrl it goes on doing', () => {
    for (const letter of 'tfqesu')
      expect(press(letter, `Key${letter.toUpperCase()}`, { ctrlKey: true })).toBeNull()
  })
})
