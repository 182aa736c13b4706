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

const shallow = `${header}
uniform sampler2D tile;
uniform vec3 hue;${tones}
void main() {
  color = vec4(hue * tone(texture(tile, place, ${bias}).r), 1.0);
}`

/** Graphics cards don't blend between integers: the four around a place are weighed here, over what a pixel covers. */
const deep = `${header}
precision highp usampler2D;
uniform usampler2D tile;
uniform vec3 hue;
uniform bool crisp;${tones}
float at(ivec2 texel, ivec2 last) {
  return float(texelFetch(tile, clamp(texel, ivec2(0), last), 0).r);
}
float between(vec2 texel, ivec2 last) {
  vec2 shifted = texel - 0.5;
  ivec2 base = ivec2(floor(shifted));
  vec2 share = shifted - floor(shifted);
  float upper = mix(at(base, last), at(base + ivec2(1, 0), last), share.x);
  float lower = mix(at(base + ivec2(0, 1), last), at(base + ivec2(1, 1), last), share.x);
  return mix(upper, lower, share.y);
}
void main() {
  ivec2 size = textureSize(tile, 0);
  vec2 texel = place * vec2(size);
  vec2 right = dFdx(texel);
  vec2 down = dFdy(texel);
  ivec2 last = size - 1;
  float value = 0.0;
  if (crisp) {
    value = at(ivec2(floor(texel)), last);
  } else {
    int taps = clamp(int(ceil(max(length(right), length(down)) - 0.5)), 1, 4);
    for (int y = 0; y < taps; y++) {
      for (int x = 0; x < taps; x++) {
        vec2 offset = (vec2(x, y) + 0.5) / float(taps) - 0.5;
        value += between(texel + offset.x * right + offset.y * down, last);
      }
    }
    value /= float(taps * taps);
  }
  color = vec4(hue * tone(value / 65535.0), 1.0);
}`

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
