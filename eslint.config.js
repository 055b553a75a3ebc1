import globals from 'globals'
import drivenGenerators from './scripts/driven-generators.js'

/** Style is the reader's business; the linter looks for mistakes. */
export default [
  { ignores: ['types/**', 'package/**', 'node_modules/**', 'seawall-data/**'] },
  {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: { ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: true },
    rules: {
      'constructor-super': 'error', 'for-direction': 'error', 'getter-return': 'error', 'no-case-declarations': 'error',
      'no-class-assign': 'error', 'no-compare-neg-zero': 'error', 'no-cond-assign': ['error', 'except-parens'],
      'no-const-assign': 'error', 'no-debugger': 'error', 'no-dupe-args': 'error', 'no-dupe-class-members': 'error',
      'no-dupe-else-if': 'error', 'no-dupe-keys': 'error', 'no-duplicate-case': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }], 'no-fallthrough': 'error', 'no-func-assign': 'error',
      'no-import-assign': 'error', 'no-redeclare': 'error', 'no-self-assign': 'error',
      'no-shadow-restricted-names': 'error', 'no-sparse-arrays': 'error', 'no-this-before-super': 'error',
      'no-undef': 'error', 'no-unreachable': 'error', 'no-unsafe-finally': 'error', 'no-unsafe-negation': 'error',
      'no-unused-vars': ['error', { args: 'none', caughtErrors: 'none' }],
      'no-restricted-imports': ['error', { paths: [{ name: 'node:test', message: 'The tests run by vitest.' }] }],
      'no-var': 'error', 'prefer-const': 'error', 'use-isnan': 'error', 'valid-typeof': 'error',
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: ['src/**/*.js'],
    plugins: { seawall: { rules: { 'driven-generators': drivenGenerators } } },
    rules: { 'seawall/driven-generators': 'error' },
  },
]
