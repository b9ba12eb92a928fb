CREATE TABLE `message_texts` (
	`message` text NOT NULL,
	`language` text NOT NULL,
	`channel` text NOT NULL,
	`since` integer NOT NULL,
	`subject` text,
	`heading` text,
	`body` text,
	`changed_by` text NOT NULL,
	PRIMARY KEY(`message`, `language`, `channel`, `since`),
	CONSTRAINT "message_texts_channel" CHECK(("message_texts"."channel" = 'email' OR "message_texts"."channel" = 'sms')),
	CONSTRAINT "message_texts_language" CHECK(("message_texts"."language" = 'en' OR "message_texts"."language" = 'es'))
);
