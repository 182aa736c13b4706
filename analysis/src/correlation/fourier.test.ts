import { describe, expect, test } from 'vitest'
import { createFourier, newSpectrum } from './fourier.ts'

const value = (x: number, y: number) => Math.sin(3 * x + y * y) + ((x * 7 + y * 3) % 5)

describe('the Fourier transform', () => {
  test('is the sum that defines it', () => {
    const side = 8
    const spectrum = newSpectrum(side)
    for (let i = 0; i < side * side; i++) spectrum.real[i] = value(i % side, Math.floor(i / side))
    createFourier(side).forward(spectrum)
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [3, 5],
      [7, 2],
    ] as const) {
      let real = 0
      let imaginary = 0
      for (let y = 0; y < side; y++)
        for (let x = 0; x < side; x++) {
          const angle = (-2 * Math.PI * (u * x + v * y)) / side
          real += value(x, y) * Math.cos(angle)
          imaginary += value(x, y) * Math.sin(angle)
        }
      expect(spectrum.real[v * side + u]).toBeCloseTo(real, 9)
      expect(spectrum.imaginary[v * side + u]).toBeCloseTo(imaginary, 9)
    }
  })

  test('is undone by its inverse', () => {
    const side = 32
    const spectrum = newSpectrum(side)
    for (let i = 0; i < side * side; i++) spectrum.real[i] = value(i % side, Math.floor(i / side))
    const before = spectrum.real.slice()
    const fourier = createFourier(side)
    fourier.forward(spectrum)
    expect(spectrum.real[1]).not.toBeCloseTo(before[1] as number, 3)
    fourier.inverse(spectrum)
    for (let i = 0; i < before.length; i++) {
      expect(spectrum.real[i]).toBeCloseTo(before[i] as number, 9)
      expect(spectrum.imaginary[i]).toBeCloseTo(0, 9)
    }
  })

  test('takes sides that are powers of two only', () => {
    expect(() => createFourier(48)).toThrow('a side of 48 is no power of two')
  })
})
