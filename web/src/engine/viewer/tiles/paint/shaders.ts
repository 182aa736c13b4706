/** Four corners of a rectangle on the canvas, without buffers: each tile brings its own. */
const corners = `#version 300 es
uniform vec2 corners[4];
uniform vec4 part;
out vec2 place;
void main() {
  vec2 side = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  place = mix(part.xy, part.zw, side);
  gl_Position = vec4(corners[gl_VertexID], 0.0, 1.0);
}`

/** As tones.ts says. A power of one is left out: graphics cards don't give back the same number. */
const tones = `
uniform vec3 tones;
float tone(float value) {
  float linear = clamp(value * tones.x + tones.y, 0.0, 1.0);
  return tones.z == 1.0 ? linear : pow(linear, tones.z);
}`

const header = `#version 300 es
precision highp float;
in vec2 place;
out vec4 color;`

/** Half a step sharper than graphics cards choose: what is smaller than the tile would look soft. */
const bias = '-0.5'

const colors = `${header}
uniform sampler2D tile;${tones}
void main() {
  vec4 seen = texture(tile, place, ${bias});
  vec3 toned = vec3(tone(seen.r), tone(seen.g), tone(seen.b));
  color = vec4(mix(vec3(1.0), toned, seen.a), 1.0);
}`

/**
 * The mean of a channel over what a pixel of the screen covers; `at` reads it between the pixels of the tile. The same
 * for both depths: one takes the place of the other unnoticed.
 */
const mean = `
float mean(vec2 texel) {
  vec2 right = dFdx(texel);
  vec2 down = dFdy(texel);
  int taps = clamp(int(ceil(max(length(right), length(down)) - 0.5)), 1, 4);
  float sum = 0.0;
  for (int y = 0; y < taps; y++) {
    for (int x = 0; x < taps; x++) {
      vec2 offset = (vec2(x, y) + 0.5) / float(taps) - 0.5;
      sum += at(texel + offset.x * right + offset.y * down);
    }
  }
  return sum / float(taps * taps);
}
void main() {
  color = vec4(hue * tone(mean(place * vec2(textureSize(tile, 0)))), 1.0);
}`

const shallow = `${header}
uniform sampler2D tile;
uniform vec3 hue;${tones}
float at(vec2 texel) {
  return textureLod(tile, texel / vec2(textureSize(tile, 0)), 0.0).r;
}${mean}`

/** Graphics cards don't blend between integers: the four around a place are weighed here. */
const deep = `${header}
precision highp usampler2D;
uniform usampler2D tile;
uniform vec3 hue;
uniform bool crisp;
uniform vec2 range;${tones}
float one(ivec2 texel) {
  uint number = texelFetch(tile, clamp(texel, ivec2(0), textureSize(tile, 0) - 1), 0).r;
  return clamp(float(number) / 65535.0, range.x, range.y);
}
float at(vec2 texel) {
  if (crisp) return one(ivec2(floor(texel)));
  vec2 base = floor(texel - 0.5);
  vec2 share = texel - 0.5 - base;
  ivec2 first = ivec2(base);
  float upper = mix(one(first), one(first + ivec2(1, 0)), share.x);
  float lower = mix(one(first + ivec2(0, 1)), one(first + ivec2(1, 1)), share.x);
  return mix(upper, lower, share.y);
}${mean}`

/** Quiet lines over what could not be had. */
const hatched = `${header}
uniform float stripe;
void main() {
  float line = step(fract((gl_FragCoord.x + gl_FragCoord.y) / stripe), 0.125);
  color = vec4(vec3(0.5), mix(0.12, 0.5, line));
}`

export const vertexShader = corners
export const fragmentShaders = { colors, shallow, deep, hatched } as const
export type ProgramName = keyof typeof fragmentShaders
