-- Dictionaries of files: ispell's, Hunspell's, synonyms, phrases.
CREATE TEXT SEARCH DICTIONARY words_ispell (TEMPLATE = ispell, DICTFILE = ispell_sample, AFFFILE = ispell_sample);
CREATE TEXT SEARCH DICTIONARY words_hunspell (TEMPLATE = ispell, DICTFILE = ispell_sample, AFFFILE = hunspell_sample);
CREATE TEXT SEARCH DICTIONARY words_long (TEMPLATE = ispell, DICTFILE = hunspell_sample_long, AFFFILE = hunspell_sample_long);
CREATE TEXT SEARCH DICTIONARY words_num (TEMPLATE = ispell, DICTFILE = hunspell_sample_num, AFFFILE = hunspell_sample_num);
CREATE TABLE words (word text);
INSERT INTO words VALUES ('skies'), ('SKY'), ('sk'), ('bookings'), ('booking'), ('booked'), ('foot'), ('foots'), ('rebookings'), ('rebooking'), ('rebook'), ('unbookings'), ('unbooking'), ('unbook'), ('unrebookings'), ('footklubber'), ('footballklubber'), ('ballyklubber'), ('ballsklubber'), ('footballyklubber'), ('ex-machina'), ('machina'), ('bally'), ('zebra'), (''), ('footfootfootballyklubber');
SELECT word, ts_lexize('words_ispell', word) AS ispell, ts_lexize('words_hunspell', word) AS hunspell FROM words;
SELECT word, ts_lexize('words_long', word) AS long, ts_lexize('words_num', word) AS num FROM words;
SELECT ts_lexize('words_ispell', repeat('footfoot', 60)) IS NULL AS unknown;
-- Stop words are looked for among what comes out.
CREATE TEXT SEARCH DICTIONARY words_stops (TEMPLATE = ispell, DICTFILE = ispell_sample, AFFFILE = ispell_sample, STOPWORDS = english);
SELECT ts_lexize('words_stops', 'the'), ts_lexize('words_stops', 'bookings');
-- Files that do not belong together, and options.
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, DICTFILE = ispell_sample, AFFFILE = hunspell_sample_long);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, DICTFILE = ispell_sample, AFFFILE = hunspell_sample_num);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, DICTFILE = hunspell_sample_long, AFFFILE = ispell_sample);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, DICTFILE = hunspell_sample_long, AFFFILE = hunspell_sample_num);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, DICTFILE = hunspell_sample_num, AFFFILE = hunspell_sample_long);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, DICTFILE = ispell_sample);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, AFFFILE = ispell_sample);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, AFFFILE = ispell_sample, MANY = 1);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = ispell, DICTFILE = 'Ispell', AFFFILE = ispell_sample);
-- Synonyms, in a configuration too.
CREATE TEXT SEARCH DICTIONARY words_synonym (TEMPLATE = synonym, SYNONYMS = synonym_sample);
SELECT ts_lexize('words_synonym', 'PoStGrEs'), ts_lexize('words_synonym', 'Gogle'), ts_lexize('words_synonym', 'indices'), ts_lexize('words_synonym', 'index');
ALTER TEXT SEARCH DICTIONARY words_synonym (CASESENSITIVE = 1);
SELECT ts_lexize('words_synonym', 'PoStGrEs'), ts_lexize('words_synonym', 'postgres');
ALTER TEXT SEARCH DICTIONARY words_synonym (CASESENSITIVE = 0);
CREATE TEXT SEARCH CONFIGURATION words_ispell_config (COPY = english);
ALTER TEXT SEARCH CONFIGURATION words_ispell_config ALTER MAPPING FOR word, numword, asciiword, hword, numhword, asciihword, hword_part, hword_numpart, hword_asciipart WITH words_ispell, english_stem;
SELECT to_tsvector('words_ispell_config', 'Booking the skies after rebookings for footballklubber from a foot');
SELECT to_tsquery('words_ispell_config', 'footballklubber');
SELECT to_tsquery('words_ispell_config', 'footballyklubber:b & rebookings:A & sky');
SELECT phraseto_tsquery('words_ispell_config', 'footballyklubber sky'), phraseto_tsquery('words_ispell_config', 'sky footballyklubber');
ALTER TEXT SEARCH CONFIGURATION words_ispell_config ALTER MAPPING REPLACE words_ispell WITH words_hunspell;
SELECT to_tsvector('words_ispell_config', 'Booking the skies after rebookings for footballklubber from a foot');
SELECT ts_headline('words_ispell_config', 'He was booking footballyklubber there', to_tsquery('words_ispell_config', 'foot & book'));
-- Phrases.
CREATE TEXT SEARCH DICTIONARY words_thesaurus (TEMPLATE = thesaurus, DICTFILE = thesaurus_sample, DICTIONARY = english_stem);
CREATE TEXT SEARCH CONFIGURATION words_thesaurus_config (COPY = english);
ALTER TEXT SEARCH CONFIGURATION words_thesaurus_config ALTER MAPPING FOR word, numword, asciiword, hword, numhword, asciihword, hword_part, hword_numpart, hword_asciipart WITH words_synonym, words_thesaurus, english_stem;
SELECT to_tsvector('words_thesaurus_config', 'one postgres one two one two three one');
SELECT to_tsvector('words_thesaurus_config', 'Supernovae star is very new star and usually called supernovae (abbreviation SN)');
SELECT to_tsvector('words_thesaurus_config', 'Booking tickets is looking like a booking a tickets');
SELECT to_tsvector('words_thesaurus_config', 'one two'), to_tsvector('words_thesaurus_config', 'one'), to_tsvector('words_thesaurus_config', 'two three one two'), to_tsvector('words_thesaurus_config', 'one two, three four');
SELECT to_tsquery('words_thesaurus_config', 'one & two'), plainto_tsquery('words_thesaurus_config', 'one two three booking tickets'), phraseto_tsquery('words_thesaurus_config', 'booking a tickets now');
SELECT ts_lexize('words_thesaurus', 'one'), ts_lexize('words_thesaurus', 'supernovae'), ts_lexize('words_thesaurus', 'book'), ts_lexize('words_thesaurus', 'the'), ts_lexize('words_thesaurus', 'zebra');
SELECT ts_headline('words_thesaurus_config', 'I was booking a tickets for one two of them', to_tsquery('words_thesaurus_config', 'invitation'));
SELECT * FROM ts_debug('words_thesaurus_config', 'one two') WHERE dictionary IS NOT NULL;
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = thesaurus, DICTFILE = thesaurus_sample);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = thesaurus, DICTIONARY = simple);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = thesaurus, DICTFILE = thesaurus_sample, DICTIONARY = nobody);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = thesaurus, DICTFILE = thesaurus_sample, DICTIONARY = words_thesaurus);
CREATE TEXT SEARCH DICTIONARY wrong (TEMPLATE = thesaurus, DICTFILE = thesaurus_sample, DICTIONARY = words_synonym);
CREATE TEXT SEARCH DICTIONARY words_stop_star (TEMPLATE = simple, STOPWORDS = english);
ALTER TEXT SEARCH DICTIONARY words_thesaurus (DICTIONARY = words_stop_star);
SELECT to_tsvector('words_thesaurus_config', 'Supernovae stars of booking the tickets');
-- Dictionaries that are changed while a thesaurus uses them.
ALTER TEXT SEARCH DICTIONARY words_stop_star (STOPWORDS);
SELECT to_tsvector('words_thesaurus_config', 'Supernovae stars of booking the tickets');
