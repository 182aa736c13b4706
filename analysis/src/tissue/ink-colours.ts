/**
 * Which optical densities (natural logarithm) of red, green and blue are ink's. Blue and green ink take away red more
 * than anything else, which haematoxylin, eosin and diaminobenzidine don't; black all alike; red green and blue alike;
 * violet much more green than blue.
 */
export function isInk(red: number, green: number, blue: number): boolean {
  const least = Math.min(red, green, blue)
  const isBlueOrGreen = red > 0.45 && red > 1.2 * green && red - least > 0.3
  const isBlack = least > 0.55 && least > 0.78 * Math.max(red, green, blue)
  const isRed = green > 0.8 && blue > 0.87 * green && blue < 1.2 * green && red < 0.45 * green
  const isViolet = green > 1.3 && blue < 0.32 * green && red > 0.45 * green && red < 0.72 * green
  return isBlueOrGreen || isBlack || isRed || isViolet
}

/** Ink over tissue, too; but also some tissue. */
export function mayBeInk(red: number, green: number, blue: number): boolean {
  const least = Math.min(red, green, blue)
  const isBlueOrGreen = red > 0.4 && red > 0.82 * green && red - least > 0.15
  const isBlack = least > 0.45 && least > 0.62 * Math.max(red, green, blue)
  const isRed = green > 0.7 && blue > 0.78 * green && blue < 1.25 * green && red < 0.45 * green
  const isViolet = green > 1.1 && blue < 0.36 * green && red > 0.4 * green && red < 0.76 * green
  return isBlueOrGreen || isBlack || isRed || isViolet
}

/**
 * The same of what is denser than usual tissue of the slide. That varies, so more of it is asked for: nuclei that lie
 * close take away more red than the pink around them, but never as much as ink.
 */
export function isInkOverTissue(red: number, green: number, blue: number): boolean {
  const least = Math.min(red, green, blue)
  const isBlueOrGreen = red > 0.8 && red > 1.12 * green && red - least > 0.4
  const isBlack = least > 0.7 && least > 0.72 * Math.max(red, green, blue)
  const isRed = green > 0.75 && blue > 0.8 * green && blue < 1.3 * green && red < 0.4 * green
  const isViolet = green > 0.8 && blue < 0.38 * green && red > 0.42 * green && red < 0.76 * green
  return isBlueOrGreen || isBlack || isRed || isViolet
}

export function mayBeInkOverTissue(red: number, green: number, blue: number): boolean {
  const least = Math.min(red, green, blue)
  const isBlueOrGreen = red > 0.6 && red > 0.85 * green && red - least > 0.2
  const isBlack = least > 0.5 && least > 0.55 * Math.max(red, green, blue)
  const isRed = green > 0.5 && blue > 0.65 * green && red < 0.45 * green
  const isViolet = green > 0.5 && blue < 0.48 * green && red > 0.35 * green && red < 0.9 * green
  return isBlueOrGreen || isBlack || isRed || isViolet
}

/**
 * The same of what is denser than the tissue or glass right beside it, which varies far less. A line a pixel wide has
 * half of its density. Violet is left out: nuclei in a row look like it.
 */
export function isInkBeside(red: number, green: number, blue: number): boolean {
  const least = Math.min(red, green, blue)
  const isBlueOrGreen = red > 0.3 && red > 1.12 * green && red - least > 0.2
  const isBlack = least > 0.3 && least > 0.7 * Math.max(red, green, blue)
  const isRed = green > 0.35 && blue > 0.8 * green && blue < 1.3 * green && red < 0.4 * green
  return isBlueOrGreen || isBlack || isRed
}
