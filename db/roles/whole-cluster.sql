-- Where the whole server is ours: nobody of ours gets into the databases that come with it.
REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC;
