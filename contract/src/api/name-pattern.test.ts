import { describe, expect, it } from 'vitest'
import { type NamedSlide, nameByPattern, namesAllAlike, patternProblem } from './name-pattern.ts'

const slide: NamedSlide = { name: 'S-17', n: 7, tissue: 'Liver', stain: 'H&E', date: '2026-11-15' }

describe('a pattern of names', () => {
  it('fills in what it names', () => {
    expect(nameByPattern('{tissue} {stain} {n:3} ({name}, {date})', slide)).toBe(
      'Liver H&E 007 (S-17, 2026-11-15)',
    )
  })

  it('leaves no double spaces where a slide lacks something', () => {
    expect(nameByPattern('{tissue} {stain} {n}', { ...slide, stain: null })).toBe('Liver 7')
  })

  it.each([
    ['T_{n:3}_{stain}', 'T_007'],
    ['{stain}_{n}', '7'],
    ['{tissue}_{stain}-{n}', 'Liver-7'],
    ['{tissue}, {stain}, {n}', 'Liver, 7'],
  ])('leaves no separator in %j where a slide lacks its stain', (pattern, name) => {
    expect(nameByPattern(pattern, { ...slide, stain: null })).toBe(name)
  })

  it('says when all get the same name', () => {
    expect(['Same', '{stain}', '{n:3}', '{name} x', '{n}'].map(namesAllAlike)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('does not read braces in a name as a pattern', () => {
    expect(nameByPattern('{name}-{n}', { ...slide, name: '{n}' })).toBe('{n}-7')
  })

  it('cuts what is too long between characters', () => {
    const long = nameByPattern('{name}', { ...slide, name: `a${'🔬'.repeat(200)}` })
    expect(long.length).toBe(255)
    expect(long.isWellFormed()).toBe(true)
    const stopped = nameByPattern('{name}', { ...slide, name: `${'a'.repeat(254)}🔬b` })
    expect(stopped).toBe('a'.repeat(254))
  })

  it.each([
    ['', 'Type what the new names should be.'],
    ['{organ}', '{organ} is not a placeholder. Use {name}, {n}, {tissue}, {stain}, {date}.'],
    ['{n:0}', '{n:0} is not a placeholder. Use {name}, {n}, {tissue}, {stain}, {date}.'],
    ['a {name', 'A brace has no matching brace.'],
  ])('says what is wrong with %j', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem)
  })

  it('takes a plain name', () => {
    expect(patternProblem('Control')).toBeNull()
  })
})
