/** Of a colour such as `#3fb618`. */
export const rgbOf = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
