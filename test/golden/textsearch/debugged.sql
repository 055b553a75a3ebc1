SELECT * FROM ts_debug('english', 'The cats, http://x.com/y <b> -5 été-2');
SELECT alias, dictionaries, dictionary, lexemes FROM ts_debug('a running fox');
SELECT * FROM ts_debug('simple', 'The');
SELECT * FROM ts_debug('english', '');
