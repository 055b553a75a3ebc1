/**
 * Modules of the package's script that wait until something of theirs is used: the script answers as it did, and runs
 * less.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { modulesOf, withPlainBuiltIns, withWaitingModules } from '../../../scripts/package/lazy-modules.js'

const SCRIPT = `// src/log.js
var log = [];

// src/shapes.js
log.push("shapes");
var Shape = class {
  area() { return 0; }
};
function unit() { return new Square(1); }
var counted = 0;
var count = () => ++counted;

// src/square.js
var Square = class extends Shape {
  constructor(side) { super(); this.side = side; }
  area() { count(); return this.side ** 2; }
};
var half = (value) => value / 2, HALF = { half, by: half };

// src/colours.js
var colours = new Map([["red", 1]]);
colours.set("blue", half(4));
var colour = (name) => colours.get(name);
var { length: lettersOfRed } = "red";

// src/registered.js
log.push("registered");
var never = () => 0;

// src/changing.js
var state = 1;
function change() { state = 2; }

// src/system.js
var import_node_os = require("node:os");
var import_node_net = require("node:net");
var system = () => import_node_os.platform() + import_node_net.platform();

// src/main.js
var TABLE = { colour, "half of": half, area: (shape) => shape.area(), nested: { run: colour } };
function main() {
  const before = [...log];
  change();
  const { colour: name } = { colour };
  return [before, name("blue"), TABLE.colour("red"), TABLE["half of"](6), TABLE.nested.run("red"), TABLE.area(unit()), new Square(3) instanceof Shape, [half, HALF.by, HALF.half].map((each) => each(4)),
    state, lettersOfRed, \`\${half(3)}\`, typeof system(), never()];
}
exports.main = main;
`

/** @param {string} text @returns {{ answer: any[], asked: string[] }} */
function run(text) {
  /** @type {string[]} */
  const asked = []
  const exports = /** @type {any} */ ({})
  new Function('exports', 'require', `'use strict';\n${text}`)(exports, (/** @type {string} */ name) => {
    asked.push(name)
    return { platform: () => 'any' }
  })
  const atLoad = [...asked]
  return { answer: exports.main(), asked: atLoad }
}

test('a script with waiting modules answers as without', () => {
  const { text, waiting } = withWaitingModules(SCRIPT, (name) => name !== 'src/main.js')
  assert.deepEqual(run(text).answer, run(SCRIPT).answer)
  assert.deepEqual(
    waiting, ['src/log.js', 'src/square.js', 'src/colours.js', 'src/system.js'],
    'what changes others, and whose names are assigned again, does not wait',
  )
})

test('nothing of a waiting module has run before it is used', () => {
  const { text } = withWaitingModules(SCRIPT, (name) => name === 'src/colours.js' || name === 'src/system.js')
  assert.match(text, /\$3 \|\| \$\$3\(\), colour\$3/)
  assert.match(text, /get colour\(\) \{ return \(\$3/)
  assert.deepEqual(run(SCRIPT).asked, ['node:os', 'node:net'])
  assert.deepEqual(run(text).asked, [], 'nor has Node\'s own module that only it asks for')
})

test('a built-in module is what require() gives, without an object of getters', () => {
  assert.equal(
    withPlainBuiltIns(`var import_node_fs = __toESM(require("node:fs"), 1);
var import_lib = __toESM(require_lib(), 1);
use(import_node_fs.default.openSync, (0, import_node_fs.openSync)(1), import_lib.default, x.import_node_fs2.default);`),
    `var import_node_fs = require("node:fs");
var import_lib = __toESM(require_lib(), 1);
use(import_node_fs.openSync, (0, import_node_fs.openSync)(1), import_lib.default, x.import_node_fs2.default);`,
  )
})

test('the modules of a script are found by the comments with their paths', () => {
  assert.deepEqual(
    modulesOf(SCRIPT).map(({ name }) => name),
    ['log', 'shapes', 'square', 'colours', 'registered', 'changing', 'system', 'main'].map((name) => `src/${name}.js`),
  )
})
